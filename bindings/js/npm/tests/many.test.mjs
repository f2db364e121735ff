// Many messages in one call: the same digests as one by one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as c from 'counterpoint'
import { pattern } from './vectors.mjs'

const NAMES = [
  'sha3_256',
  'keccak256',
  'sha3_512',
  'shake128',
  'turboshake128',
  'cshake256',
  'kt128',
  'parallelhash128',
  'groestl256',
  'groestl512',
  'fugue224',
  'fugue512',
  'luffa256',
  'luffa512',
]

/** Irregular lengths: pseudo-random small numbers, with some long messages between them. */
function mixed(count) {
  let state = 1
  return Array.from({ length: count }, (_, i) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return pattern(i % 97 === 96 ? 66000 + i : (state >>> 8) & 255).map((byte) => byte ^ i)
  })
}

for (const name of NAMES) {
  const hash = c[name]
  test(`${name}.many: messages of different lengths`, () => {
    for (const count of [0, 1, 2, 3, 64, 300]) {
      const messages = mixed(count)
      assert.deepEqual(
        hash.many(messages),
        messages.map((message) => hash(message)),
      )
    }
  })
  test(`${name}.flat: messages of equal length`, () => {
    for (const [each, count] of [
      [1, 10],
      [32, 5000],
      [136, 700],
      [1000, 66],
      [65536, 2],
      [65537, 2],
    ]) {
      const data = pattern(each * count)
      const digests = hash.flat(data, each)
      assert.equal(digests.length, count * hash.outputLen)
      for (let i = 0; i < count; i += 1 + (count >> 5)) {
        assert.deepEqual(
          digests.slice(i * hash.outputLen, (i + 1) * hash.outputLen),
          hash(data.subarray(i * each, (i + 1) * each)),
        )
      }
    }
  })
}

test('options hold for all messages', () => {
  const messages = [pattern(0), pattern(10), pattern(70000)]
  const key = c.utf8('key')
  for (const customization of [c.utf8('mine'), pattern(70000)]) {
    const options = { customization, outputLen: 20 }
    assert.deepEqual(
      c.kt128.many(messages, options),
      messages.map((message) => c.kt128(message, options)),
    )
    const flat = c.kt128.flat(pattern(30), 10, options)
    assert.deepEqual(flat.slice(20, 40), c.kt128(pattern(30).subarray(10, 20), options))
  }
  const options = { customization: c.utf8('mine'), outputLen: 70000 }
  assert.deepEqual(
    c.kmac128.many(key, messages, options),
    messages.map((message) => c.kmac128(key, message, options)),
  )
  const out = new Uint8Array(3 * 70000)
  assert.equal(c.kmac128.flat(key, pattern(30), 10, options, out), out)
  assert.deepEqual(out.slice(70000, 140000), c.kmac128(key, pattern(30).subarray(10, 20), options))
})

test('more short outputs than a call of the module writes', () => {
  const messages = Array.from({ length: 5000 }, (_, i) => Uint8Array.of(i, i >> 8, 7))
  const all = new Uint8Array(Buffer.concat(messages))
  for (const [name, options] of [
    ['sha3_224', undefined],
    ['shake128', { outputLen: 1 }],
  ]) {
    const digests = messages.map((message) => c[name](message, options))
    assert.deepEqual(c[name].many(messages, options), digests)
    assert.deepEqual(Buffer.from(c[name].flat(all, 3, options)), Buffer.concat(digests))
  }
})

test('the digests of many are arrays of their own', () => {
  const [a, b] = c.sha3_256.many([pattern(1), pattern(2)])
  assert.notEqual(a.buffer, b.buffer)
  assert.equal(a.buffer.byteLength, 32)
})

test('many leaves its argument as it was, and a wrong element hashes nothing', () => {
  const messages = [pattern(1), pattern(2)]
  c.sha3_256.many(messages)
  assert.deepEqual(messages, [pattern(1), pattern(2)])
  assert.throws(() => c.sha3_256.many([pattern(1), , pattern(2)]), /^TypeError: messages\[1\]/)
})

test('a getter that hashes while many reads its messages does no harm', () => {
  const messages = [pattern(1), null, pattern(3)]
  Object.defineProperty(messages, 1, {
    get() {
      return c.sha3_256(pattern(5))
    },
  })
  assert.deepEqual(c.sha3_256.many(messages)[1], c.sha3_256(c.sha3_256(pattern(5))))
})
