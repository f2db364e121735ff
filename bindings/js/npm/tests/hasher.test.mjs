// Messages hashed in pieces.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as c from 'counterpoint'
import { pattern } from './vectors.mjs'

const LENGTHS = [0, 1, 63, 64, 65, 135, 136, 137, 511, 512, 513, 1024, 65535, 65536, 65537, 200001]
const FIXED = ['sha3_256', 'keccak512', 'groestl224', 'groestl512', 'fugue256', 'fugue384', 'luffa256', 'luffa512']
const EXTENDABLE = ['shake128', 'shake256', 'cshake128', 'turboshake256', 'kt128', 'kt256', 'parallelhashxof128']

function ended(call) {
  assert.throws(call, (error) => error instanceof c.CounterpointError && error.code === 'ERR_HASHER_ENDED')
}

for (const name of [...FIXED, ...EXTENDABLE]) {
  test(`${name}: pieces of any lengths`, () => {
    const hash = c[name]
    for (const length of LENGTHS) {
      const message = pattern(length)
      const expected = hash(message)
      for (const piece of [1, 7, 64, 500, 513, 70000]) {
        if (length / piece > 3000) continue
        const hasher = hash.create()
        for (let at = 0; at < length; at += piece) hasher.update(message.subarray(at, at + piece))
        assert.deepEqual(hasher.digest(), expected, `${length} bytes in pieces of ${piece}`)
      }
    }
  })
}

test('two hashers at the same time do not disturb each other', () => {
  const a = c.sha3_256.create()
  const b = c.keccak256.create()
  const [x, y] = [pattern(5000), pattern(7000).reverse()]
  for (let at = 0; at < 7000; at += 100) {
    a.update(x.subarray(at, at + 100))
    b.update(y.subarray(at, at + 100))
    c.sha3_512(x)
  }
  assert.deepEqual(a.digest(), c.sha3_256(x))
  assert.deepEqual(b.digest(), c.keccak256(y))
})

test('update keeps no reference to its argument', () => {
  const message = pattern(100)
  const hasher = c.sha3_256.create().update(message)
  message.fill(0)
  assert.deepEqual(hasher.digest(), c.sha3_256(pattern(100)))
  const customization = pattern(10)
  const kt = c.kt128.create({ customization }).update(pattern(100))
  customization.fill(0)
  assert.deepEqual(kt.digest(), c.kt128(pattern(100), { customization: pattern(10) }))
})

test('clone', () => {
  for (const length of [10, 5000]) {
    const hasher = c.sha3_256.create().update(pattern(length))
    const copy = hasher.clone().update(c.utf8('more'))
    assert.deepEqual(hasher.digest(), c.sha3_256(pattern(length)))
    assert.deepEqual(copy.digest(), c.sha3_256(Uint8Array.of(...pattern(length), ...c.utf8('more'))))
    ended(() => hasher.clone())
  }
  const reader = c.shake128.create().update(pattern(10))
  const first = reader.xof(10)
  const copy = reader.clone()
  assert.deepEqual(reader.xof(10), copy.xof(10))
  assert.deepEqual(first, c.shake128(pattern(10), { outputLen: 10 }))
})

for (const name of EXTENDABLE) {
  test(`${name}: output in pieces`, () => {
    const whole = c[name](pattern(300), { outputLen: 140000 })
    const reader = c[name].create().update(pattern(300))
    const out = new Uint8Array(140000)
    let at = 0
    for (const length of [0, 1, 31, 200, 65536, 70000, 4232]) {
      out.set(reader.xof(length), at)
      at += length
    }
    assert.equal(at, out.length)
    assert.deepEqual(out, whole)
    const into = new Uint8Array(100)
    assert.equal(c[name].create().update(pattern(300)).xofInto(into), into)
    assert.deepEqual(into, whole.slice(0, 100))
  })
}

test('the default length of the output is a prefix of a longer one', () => {
  for (const name of EXTENDABLE) {
    const { outputLen } = c[name]
    assert.deepEqual(c[name](pattern(9)), c[name](pattern(9), { outputLen: 999 }).slice(0, outputLen))
  }
})

test('a hasher ends with its digest', () => {
  for (const hasher of [c.sha3_256.create(), c.shake128.create(), c.groestl256.create()]) {
    hasher.digest()
    ended(() => hasher.digest())
    ended(() => hasher.update(new Uint8Array(1)))
    ended(() => hasher.digestInto(new Uint8Array(64)))
  }
  const reader = c.shake128.create()
  reader.xof(1)
  ended(() => reader.update(new Uint8Array(1)))
  ended(() => reader.digest())
  ended(() => reader.save())
  const hasher = c.sha3_256.create()
  hasher.destroy()
  hasher.destroy()
  ended(() => hasher.digest())
})

test('an error in update leaves the hasher as it was', () => {
  const hasher = c.sha3_256.create().update(pattern(3))
  assert.throws(() => hasher.update('text'), TypeError)
  assert.deepEqual(hasher.digest(), c.sha3_256(pattern(3)))
})

test('destroy after the digest, and twice, harms no other hasher', () => {
  // Use up the arrays that ended hashers have returned.
  const others = Array.from({ length: 20 }, () => c.sha3_256.create())
  const hasher = c.sha3_256.create()
  hasher.digest()
  hasher.destroy()
  hasher.destroy()
  const [one, two] = [c.utf8('one'), c.utf8('two')]
  const [a, b] = [c.sha3_256.create().update(one), c.sha3_256.create().update(two)]
  assert.deepEqual(a.digest(), c.sha3_256(one))
  assert.deepEqual(b.digest(), c.sha3_256(two))
  for (const other of others) assert.deepEqual(other.digest(), c.sha3_256(new Uint8Array(0)))
})

test('an error in digestInto, xof and xofInto leaves the hasher as it was', () => {
  const hasher = c.shake128.create().update(pattern(3))
  assert.throws(() => hasher.digestInto(new Uint8Array(31)), /out has 31 bytes; 32 required/)
  assert.throws(() => hasher.xof(-1), RangeError)
  assert.throws(() => hasher.xofInto([0]), TypeError)
  assert.deepEqual(hasher.update(pattern(4)).digest(), c.shake128(Uint8Array.of(...pattern(3), ...pattern(4))))
})

test('digestInto', () => {
  const out = new Uint8Array(40)
  c.sha3_256.create().digestInto(out)
  assert.deepEqual(out.slice(0, 32), c.sha3_256(new Uint8Array(0)))
  assert.throws(() => c.sha3_256.create().digestInto(new Uint8Array(31)), /out has 31 bytes; 32 required/)
})

const SAVED = [...FIXED, 'shake128', 'shake256', 'cshake128', 'cshake256', 'turboshake128', 'turboshake256']
for (const name of SAVED) {
  test(`${name}: save and load`, () => {
    const hash = c[name]
    for (const length of [0, 1, 100, 512, 70000]) {
      const message = pattern(length)
      const hasher = hash.create().update(message)
      const loaded = hash.load(hasher.save()).update(message)
      assert.deepEqual(loaded.digest(), hasher.update(message).digest())
    }
  })
}

test('load takes only what save of the same function has written', () => {
  const saved = c.sha3_256.create().update(pattern(10)).save()
  const wrong = [
    saved.slice(0, -1),
    Uint8Array.of(...saved, 0),
    new Uint8Array(0),
    new Uint8Array(100000),
    new Uint8Array(saved.length),
  ]
  for (const bytes of wrong) {
    assert.throws(
      () => c.sha3_256.load(bytes),
      (error) => error.code === 'ERR_SAVED_STATE',
    )
  }
  assert.throws(
    () => c.keccak256.load(saved),
    (error) => error.code === 'ERR_SAVED_STATE',
  )
  assert.throws(() => c.kt128.create().save(), /kt128 have no saved form/)
  assert.deepEqual(c.sha3_256.load(saved).digest(), c.sha3_256(pattern(10)))
})

test('options are in the saved form, but for the length of the output', () => {
  const options = { customization: c.utf8('mine'), outputLen: 50 }
  const saved = c.cshake128.create(options).update(pattern(10)).save()
  assert.deepEqual(c.cshake128.load(saved, { outputLen: 50 }).digest(), c.cshake128(pattern(10), options))
  assert.deepEqual(
    c.turboshake128.load(c.turboshake128.create({ domain: 5 }).save()).digest(),
    c.turboshake128(new Uint8Array(0), { domain: 5 }),
  )
})

test('tuples: elements differ from their concatenation', () => {
  const [a, b] = [c.utf8('ab'), c.utf8('c')]
  assert.deepEqual(c.tuplehash128.create().element(a).element(b).digest(), c.tuplehash128([a, b]))
  assert.notDeepEqual(c.tuplehash128([a, b]), c.tuplehash128([c.utf8('a'), c.utf8('bc')]))
  assert.notDeepEqual(c.tuplehash128([]), c.tuplehash128([new Uint8Array(0)]))
  const options = { customization: a }
  assert.deepEqual(
    c.tuplehash256.many([[a], [], [a, b]], options),
    [[a], [], [a, b]].map((tuple) => c.tuplehash256(tuple, options)),
  )
})

test('kmac: verify', () => {
  const [key, message] = [c.utf8('a key'), c.utf8('a message')]
  const tag = c.kmac256(key, message)
  assert.equal(c.kmac256.verify(key, message, tag), true)
  for (let i = 0; i < tag.length; i++) {
    const wrong = tag.slice()
    wrong[i] ^= 1
    assert.equal(c.kmac256.verify(key, message, wrong), false)
  }
  assert.equal(c.kmac256.verify(key, message, tag.subarray(0, 32)), false)
  assert.equal(c.kmac256.verify(key, message, c.kmac256(key, message, { outputLen: 20 })), true)
  assert.equal(c.kmac256.verify(key, message, tag, { outputLen: 32 }), false)
  for (let outputLen = 1; outputLen < 8; outputLen++) {
    assert.equal(c.kmac256.verify(key, message, c.kmac256(key, message, { outputLen })), false)
  }
  assert.equal(c.kmac256.verify(key, message, new Uint8Array(0)), false)
})

test('kmac: verify reads a wrong tag to its end', () => {
  const [key, message] = [c.utf8('a key'), c.utf8('a message')]
  const read = new Set()
  const wrong = new Proxy(c.kmac256(key, message, { outputLen: 16 }).map((byte) => byte ^ 1), {
    get(tag, property) {
      read.add(property)
      return Reflect.get(tag, property)
    },
  })
  assert.equal(c.kmac256.verify(key, message, wrong), false)
  for (let i = 0; i < 16; i++) assert.ok(read.has(String(i)), `byte ${i} is not read`)
})
