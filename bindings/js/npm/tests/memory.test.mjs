// After each call, the module's memory is as it was before: it contains no message, key, state or digest.

import assert from 'node:assert/strict'
import { test } from 'node:test'

const memories = []
const { Instance } = WebAssembly
WebAssembly.Instance = class {
  constructor(module) {
    const { exports } = new Instance(module)
    memories.push(new Uint8Array(exports.memory.buffer))
    this.exports = exports
  }
}
const c = await import('counterpoint')
const { pattern } = await import('./vectors.mjs')

const secret = pattern(1000).map((byte) => byte ^ 0xa5)
const long = pattern(150000).map((byte) => byte ^ 0xa5)
const CALLS = {
  'one message': (hash) => hash(secret),
  'a long message': (hash) => hash(long),
  'a digest': (hash) => hash.create().update(secret.subarray(0, 20)).digest(),
  'a long digest': (hash) => hash.create().update(secret).digest(),
  'an unfinished message': (hash) => hash.create().update(secret),
  many: (hash) => hash.many([secret, long, secret.subarray(7), secret]),
  flat: (hash) => hash.flat(long, 100),
  'a refused message': (hash) => assert.throws(() => hash.many([secret, 'text'])),
  'save and load': (hash) => 'load' in hash && hash.load(hash.create().update(secret).save()),
  'output in pieces': (hash) => hash.canXOF && hash.create().update(secret).xof(100000),
}

for (const name of [
  'keccak256',
  'sha3_512',
  'shake128',
  'cshake128',
  'parallelhash128',
  'turboshake256',
  'kt128',
  'groestl256',
  'groestl512',
  'fugue256',
  'fugue512',
  'luffa256',
  'luffa512',
]) {
  test(`${name} leaves nothing`, () => leavesNothing(c[name], CALLS))
}

test('kmac128 leaves nothing', () =>
  leavesNothing(c.kmac128, {
    tag: (mac) => mac(secret, long),
    pieces: (mac) => mac.create(secret).update(secret),
    many: (mac) => mac.many(secret, [secret, secret]),
    flat: (mac) => mac.flat(secret, long, 100),
    verify: (mac) => mac.verify(secret, secret, secret.subarray(0, 32)),
  }))

test('tuplehash128 leaves nothing', () =>
  leavesNothing(c.tuplehash128, {
    tuple: (hash) => hash([secret, long]),
    elements: (hash) => hash.create().element(secret),
  }))

test('sessions leave nothing', () =>
  leavesNothing(c.lakeKeyak, {
    session: (start) => {
      const [alice, bob] = [start(secret.subarray(0, 16), secret), start(secret.subarray(0, 16), secret)]
      const { ciphertext, tag } = alice.encrypt(secret, secret)
      bob.decrypt(ciphertext, tag, secret)
      assert.throws(() => bob.decrypt(ciphertext, tag, secret), { code: 'ERR_TAG' })
    },
  }))

test('AES leaves nothing', () =>
  leavesNothing(c.Aes128, {
    blocks: (Aes) => new Aes(secret.subarray(0, 16)).encrypt(long.subarray(0, 149760)),
  }))

test('no copy of a key is left in JavaScript', () => {
  const key = secret.subarray(100, 132)
  const copies = copiesOf(key, () => {
    const hasher = c.kmac256.create(key).update(secret.subarray(0, 50))
    const tag = hasher.clone().digest()
    assert.deepEqual(hasher.digest(), tag)
    assert.deepEqual(c.kmac256(key, secret.subarray(0, 50)), tag)
    assert.ok(c.kmac256.verify(key, secret.subarray(0, 50), tag))
    assert.deepEqual(c.kmac256.many(key, [secret.subarray(0, 50)]), [tag])
    assert.deepEqual(c.kmac256.flat(key, secret.subarray(0, 50), 50), tag)
    assert.throws(() => c.kmac256(key, 'text'), TypeError)
  })
  assert.ok(copies.length > 4)
  for (const copy of copies) assert.ok(!Buffer.from(copy).includes(key))
})

test('no copy of a message that waited is left in JavaScript', () => {
  const message = secret.subarray(200, 250)
  const copies = copiesOf(message, () => {
    c.shake128.create().update(message).xof(10)
    c.sha3_256.create().update(message).digest()
  })
  assert.equal(copies.length, 2)
  for (const copy of copies) assert.ok(!Buffer.from(copy).includes(message))
})

for (const [name, subject] of Object.entries({
  'a hasher': () => c.kmac256.create(secret.subarray(0, 32)).update(secret),
  'a session': () => {
    const session = c.lakeKeyak(secret.subarray(0, 16), secret)
    session.encrypt(secret)
    return session
  },
  'a key of AES': () => {
    const aes = new c.Aes128(secret.subarray(0, 16))
    aes.encrypt(secret.subarray(0, 16))
    return aes
  },
})) {
  test(`destroy wipes ${name} in JavaScript`, () => {
    // Everything that goes into a module, except the arguments, which are views of one buffer.
    const copies = copiesOf(secret.subarray(0, 0), () => subject().destroy())
    assert.ok(copies.length > 0)
    for (const copy of copies) assert.ok(copy.every((byte) => byte === 0))
  })
}

/** Returns the arrays, other than the module's own, from which bytes go into the module during a call. */
function copiesOf(bytes, call) {
  const copies = []
  const { set } = Uint8Array.prototype
  Uint8Array.prototype.set = function (source, at) {
    if (source.buffer !== bytes.buffer && Buffer.from(source).includes(bytes)) copies.push(source)
    return set.call(this, source, at)
  }
  try {
    call()
  } finally {
    Uint8Array.prototype.set = set
  }
  return copies
}

/** Compares the memory of all modules before and after each call. The first calls cache the chosen implementations. */
function leavesNothing(subject, calls) {
  for (const call of Object.values(calls)) call(subject)
  for (const [name, call] of Object.entries(calls)) {
    const before = memories.map((memory) => memory.slice())
    call(subject)
    memories.forEach((memory, i) =>
      assert.ok(Buffer.compare(memory, before[i]) === 0, `${name} leaves something in memory`),
    )
  }
}

test('nor does the first call of all leave the message', () => {
  for (const memory of memories) {
    const needle = Buffer.from(secret.subarray(0, 16))
    assert.equal(Buffer.from(memory.buffer).indexOf(needle), -1)
  }
})
