// The shapes of other packages, compared with these packages.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as ours from 'counterpoint/hash-wasm'
import * as ourNoble from 'counterpoint/noble-sha3'
import hashWasm from 'hash-wasm'
import * as noble from '@noble/hashes/sha3.js'
import { pattern } from './vectors.mjs'

const INPUTS = [
  '',
  'abc',
  'é\u{1f600}\ud800',
  pattern(1000),
  Buffer.from('abc'),
  new Uint16Array([1, 2, 3]).subarray(1),
  pattern(70000),
]

test('hash-wasm: sha3 and keccak', async () => {
  for (const input of INPUTS) {
    for (const bits of [undefined, 224, 256, 384, 512]) {
      assert.equal(await ours.sha3(input, bits), await hashWasm.sha3(input, bits))
      assert.equal(await ours.keccak(input, bits), await hashWasm.keccak(input, bits))
    }
  }
  await assert.rejects(ours.sha3('', 255), /bits must be 224, 256, 384 or 512, not 255/)
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
  const names = Object.keys(noble).filter((name) => /^(sha3_|keccak_|shake)/.test(name))
  assert.deepEqual(Object.keys(ourNoble).sort(), names.sort())
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
    assert.throws(() => a(pattern(1), { outputLen: 7 }), /unknown option 'outputLen'; the options are dkLen/)
  }
})
