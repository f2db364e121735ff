// The APIs of other packages, compared with the packages themselves.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import * as ours from 'counterpoint/hash-wasm'
import * as ourNoble from 'counterpoint/noble-sha3'
import hashWasm from 'hash-wasm'
import * as noble from '@noble/hashes/sha3.js'
import { pattern } from './vectors.mjs'

// Version 1 is installed as a dependency of another package.
const require = createRequire(import.meta.url)
const noble1 = createRequire(require.resolve('ethereum-cryptography/keccak.js'))('@noble/hashes/sha3')

const INPUTS = [
  '',
  'abc',
  'é\u{1f600}\ud800',
  pattern(1000),
  Buffer.from('abc'),
  new Uint16Array([1, 2, 3]).subarray(1),
  pattern(70000),
]

test('hash-wasm: the first digest is that of the message at the call', async () => {
  const message = Buffer.from('abc')
  const digest = ours.sha3(message, 256)
  message.fill(0)
  assert.equal(await digest, await hashWasm.sha3('abc', 256))
})

test('hash-wasm: sha3 and keccak', async () => {
  for (const input of INPUTS) {
    for (const bits of [undefined, 224, 256, 384, 512]) {
      assert.equal(await ours.sha3(input, bits), await hashWasm.sha3(input, bits))
      assert.equal(await ours.keccak(input, bits), await hashWasm.keccak(input, bits))
    }
  }
  await assert.rejects(ours.sha3('', 255), /bits must be 224, 256, 384 or 512, not the number 255/)
  await assert.rejects(ours.sha3('abc', '256'), /bits must be 224, 256, 384 or 512, not a string/)
  await assert.rejects(ours.sha3('', 'toString'), RangeError)
  await assert.rejects(ours.sha3(7), /data must be a string/)
})

for (const create of ['createSHA3', 'createKeccak']) {
  test(`hash-wasm: ${create}`, async () => {
    for (const bits of [224, 256, 384, 512]) {
      const [a, b] = [await ours[create](bits), await hashWasm[create](bits)]
      assert.deepEqual([a.blockSize, a.digestSize], [b.blockSize, b.digestSize])
      for (const input of INPUTS) {
        assert.equal(a.init().update(input).update('more').digest(), b.init().update(input).update('more').digest())
        assert.deepEqual(a.init().update(input).digest('binary'), b.init().update(input).digest('binary'))
      }
    }
    const hasher = await ours[create]()
    const saved = hasher.update('abc').save()
    const digest = hasher.update('def').digest()
    assert.equal(hasher.load(saved).update('def').digest('hex'), digest)
    assert.throws(() => hasher.update('x'), { code: 'ERR_HASHER_ENDED' })
    assert.throws(() => hasher.init().digest('base64'), TypeError)
    assert.throws(() => hasher.load(saved.slice(1)), { code: 'ERR_SAVED_STATE' })
  })
}

test('hash-wasm: init and load in the middle of a message begin another one', async () => {
  const hasher = await ours.createSHA3(256)
  const saved = hasher.update('a').save()
  assert.equal(hasher.update('x').init().update('abc').digest(), await ours.sha3('abc', 256))
  assert.equal(hasher.init().update('x').load(saved).update('bc').digest(), await ours.sha3('abc', 256))
})

test('noble: names, digests, lengths and hashers', () => {
  assert.deepEqual(Object.keys(ourNoble).sort(), Object.keys(noble).sort())
  const names = Object.keys(noble).filter((name) => /^(sha3_|keccak_|shake)/.test(name))
  for (const name of names) {
    const [a, b] = [ourNoble[name], noble[name]]
    assert.deepEqual([a.outputLen, a.blockLen], [b.outputLen, b.blockLen], name)
    for (const message of [pattern(0), pattern(3), pattern(1000)]) {
      assert.deepEqual(a(message), b(message), name)
      assert.deepEqual(
        a.create().update(message).update(message).digest(),
        b.create().update(message).update(message).digest(),
      )
    }
    const [x, y] = [a.create().update(pattern(5)), b.create().update(pattern(5))]
    assert.deepEqual(x.clone().update(pattern(3)).digest(), y.clone().update(pattern(3)).digest())
    if (!name.startsWith('shake')) continue
    assert.deepEqual(a(pattern(9), { dkLen: 100 }), b(pattern(9), { dkLen: 100 }))
    assert.deepEqual(x.xof(10), y.xof(10))
    assert.deepEqual(x.xof(10), y.xof(10))
    assert.deepEqual(a.create({ dkLen: 7 }).digest(), b.create({ dkLen: 7 }).digest())
    assert.deepEqual(a(pattern(1), { dkLen: 0, other: 7 }), b(pattern(1), { dkLen: 0, other: 7 }))
    assert.throws(() => a(pattern(1), { dkLen: -1 }), RangeError)
    assert.throws(() => a(pattern(1), 7), /options must be an object with dkLen/)
  }
})

/** The results of a list of calls to a hasher. */
function answers(hash, calls) {
  return calls(hash.create(hash.canXOF ? { dkLen: 40 } : undefined).update(pattern(300)))
}

test('noble: members that other packages use', () => {
  for (const name of Object.keys(noble).filter((name) => /^(sha3_|keccak_|shake)/.test(name))) {
    const [a, b] = [ourNoble[name], noble[name]]
    assert.deepEqual([a.oid, a.canXOF], [b.oid, b.canXOF], name)
    for (const calls of [
      (hasher) => hasher._cloneInto().update(pattern(3)).digest(),
      (hasher) => [hasher._cloneInto(hasher.clone().update(pattern(9))).digest(), hasher.digest()],
      (hasher) => {
        const ended = hasher.clone()
        ended.digest()
        return [hasher._cloneInto(ended).digest(), ended.destroyed, ended.finished]
      },
      (hasher) => [hasher.writeInto(new Uint8Array(7)), hasher.clone().writeInto(new Uint8Array(9)), hasher.finished],
      (hasher) => {
        const out = new Uint8Array(100)
        hasher.digestInto(out)
        return out
      },
    ]) {
      assert.deepEqual(answers(a, calls), answers(b, calls), `${name}: ${calls}`)
    }
    for (const method of ['update', 'digest', 'xof', 'writeInto']) {
      const hasher = a.create()
      hasher.digest()
      assert.throws(() => hasher[method](new Uint8Array(1)), method)
    }
    const read = a.create()
    read.writeInto(new Uint8Array(4))
    assert.throws(() => read.digest(), { code: 'ERR_HASHER_ENDED' })
    assert.throws(() => read.update(pattern(1)), { code: 'ERR_HASHER_ENDED' })
    if (!a.canXOF) assert.throws(() => a.create().xof(7), /has an output of \d+ bytes/)
  }
})

test('noble: strings, as version 1 takes them', () => {
  for (const name of Object.keys(noble1).filter((name) => /^(sha3_|keccak_|shake)/.test(name))) {
    for (const text of ['', 'abc', '\u{1f600}']) {
      assert.deepEqual(ourNoble[name](text), noble1[name](text))
      assert.deepEqual(ourNoble[name].create().update(text).digest(), noble1[name].create().update(text).digest())
    }
    assert.throws(() => ourNoble[name](7), /message must be a Uint8Array or a string, not the number 7/)
  }
  assert.deepEqual(Object.keys(noble1).filter((name) => !(name in ourNoble)), [])
})

test('noble: Keccak and keccakP', () => {
  for (const rounds of [1, 12, 23, 24]) {
    const [a, b] = [0, 0].map(() => Uint32Array.from({ length: 50 }, (_, i) => i * 0x9e3779b1))
    ourNoble.keccakP(a, rounds)
    noble.keccakP(b, rounds)
    assert.deepEqual(a, b)
  }
  const FORMS = [
    [136, 0x06, 32],
    [168, 0x1f, 50, true, 12],
    [7, 0x80, 20, true],
    [199, 0x01, 0, true],
  ]
  for (const form of FORMS) {
    for (let length = 0; length < 300; length += 13) {
      const [a, b] = [ourNoble, noble].map(({ Keccak }) => new Keccak(...form).update(pattern(length)))
      assert.deepEqual(a.clone().digest(), b.clone().digest())
      if (form[3]) assert.deepEqual([a.xof(3), a.xof(300)], [b.xof(3), b.xof(300)])
    }
  }
  assert.throws(() => ourNoble.keccakP(new Uint8Array(200)), TypeError)
  assert.throws(() => new ourNoble.Keccak(200, 6, 32), RangeError)
})
