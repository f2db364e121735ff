// Sessions of authenticated encryption, and AES on blocks.

import assert from 'node:assert/strict'
import { createCipheriv } from 'node:crypto'
import { test } from 'node:test'
import * as c from 'counterpoint'
import { pattern } from './vectors.mjs'

const SCHEMES = [
  'riverKeyak',
  'lakeKeyak',
  'seaKeyak',
  'oceanKeyak',
  'lunarKeyak',
  'ketjeJr',
  'ketjeSr',
  'ketjeMinor',
  'ketjeMajor',
]
const key = pattern(16)
const nonce = pattern(6)

for (const name of SCHEMES) {
  const start = c[name]
  test(`${name}: messages of all lengths, in both directions`, () => {
    const [alice, bob] = [start(key, nonce), start(key, nonce)]
    for (const [length, associatedBytes] of [
      [0, 0],
      [1, 0],
      [0, 9],
      [100, 3],
      [5000, 2000],
      [1 << 19, 1000],
    ]) {
      const [plaintext, associated] = [pattern(length), pattern(associatedBytes)]
      const { ciphertext, tag } = alice.encrypt(plaintext, associated)
      assert.deepEqual([ciphertext.length, tag.length], [length, start.tagLen])
      assert.deepEqual(bob.decrypt(ciphertext, tag, associated), plaintext)
    }
    const answer = bob.encrypt(c.utf8('no, at noon'))
    assert.deepEqual(alice.decrypt(answer.ciphertext, answer.tag), c.utf8('no, at noon'))
  })

  test(`${name}: whatever is changed, nothing is released and the session ends`, () => {
    const { ciphertext, tag } = start(key, nonce).encrypt(pattern(20), pattern(5))
    const flip = (bytes, at) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))
    const attempts = [
      [flip(ciphertext, 0), tag, pattern(5)],
      [ciphertext, flip(tag, tag.length - 1), pattern(5)],
      [ciphertext, tag, pattern(4)],
    ]
    for (const [bytes, wrongTag, associated] of attempts) {
      const bob = start(key, nonce)
      assert.throws(() => bob.decrypt(bytes, wrongTag, associated), { name: 'CounterpointError', code: 'ERR_TAG' })
      assert.throws(() => bob.decrypt(ciphertext, tag, pattern(5)), { code: 'ERR_SESSION_ENDED' })
    }
  })
}

test('wrong arguments', () => {
  assert.throws(
    () => c.lakeKeyak(new Uint8Array(39), nonce),
    /RangeError: the key of lakeKeyak must have 1 to 38 bytes, not 39/,
  )
  assert.throws(() => c.lakeKeyak(new Uint8Array(0), nonce), /RangeError: the key of lakeKeyak/)
  assert.throws(
    () => c.ketjeJr(new Uint8Array(16), new Uint8Array(7)),
    /RangeError: key and nonce of ketjeJr must have at most 22 bytes/,
  )
  assert.throws(() => c.lakeKeyak('key', nonce), /TypeError: key .*utf8/)
  assert.throws(() => c.lakeKeyak(key), /TypeError: nonce /)
  const session = c.lakeKeyak(key, nonce)
  assert.throws(() => session.encrypt('text'), /TypeError: plaintext .*utf8/)
  assert.throws(() => session.encrypt(key, 'text'), /TypeError: associated /)
  assert.throws(() => session.decrypt(key, new Uint8Array(15)), /RangeError: tag has 15 bytes/)
  assert.throws(() => c.lakeKeyak(key, new Uint8Array(1 << 20)), /RangeError: key and nonce .* a shorter nonce/)
  const { ciphertext, tag } = session.encrypt(key)
  assert.deepEqual(c.lakeKeyak(key, nonce).decrypt(ciphertext, tag), key)
  session.destroy()
  assert.throws(() => session.encrypt(key), { code: 'ERR_SESSION_ENDED' })
})

test('the longest message that is encrypted can be decrypted', () => {
  const longest = pattern((1 << 20) - c.lakeKeyak.tagLen)
  const session = c.lakeKeyak(key, nonce)
  const { ciphertext, tag } = session.encrypt(longest)
  assert.deepEqual(c.lakeKeyak(key, nonce).decrypt(ciphertext, tag), longest)
  assert.throws(() => session.encrypt(pattern(longest.length + 1)), /RangeError: the message, .* as several messages/)
  assert.throws(() => session.encrypt(longest, pattern(1)), RangeError)
  assert.throws(() => session.decrypt(pattern(longest.length + 1), tag), RangeError)
  // Such errors leave the session unchanged.
  assert.equal(session.encrypt(key).ciphertext.length, key.length)
})

for (const bits of [128, 192, 256]) {
  test(`AES-${bits} as Node has it`, () => {
    const Aes = c[`Aes${bits}`]
    const aes = new Aes(pattern(bits / 8))
    for (const length of [0, 16, 32, 4096, 200000]) {
      const cipher = createCipheriv(`aes-${bits}-ecb`, pattern(bits / 8), null).setAutoPadding(false)
      const expected = Buffer.concat([cipher.update(pattern(length)), cipher.final()])
      assert.ok(expected.equals(aes.encrypt(pattern(length))))
    }
    assert.throws(() => aes.encrypt(new Uint8Array(15)), /RangeError: blocks has 15 bytes, which is not a multiple/)
    assert.throws(
      () => aes.encrypt(new Uint8Array(32), new Uint8Array(16)),
      /RangeError: out has 16 bytes; 32 required/,
    )
    const memory = new Uint8Array(48)
    assert.throws(
      () => aes.encrypt(memory.subarray(0, 32), memory.subarray(16)),
      /RangeError: out begins inside blocks/,
    )
    for (const length of [15, bits / 8 - 1, bits / 8 + 1]) assert.throws(() => new Aes(pattern(length)), RangeError)
    assert.throws(() => new Aes('key'), /TypeError: key .*utf8/)
    aes.destroy()
    assert.throws(() => aes.encrypt(new Uint8Array(16)), { code: 'ERR_SESSION_ENDED' })
  })
}
