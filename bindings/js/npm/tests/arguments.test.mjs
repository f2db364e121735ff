// Invalid arguments: each error has the right class, names the argument, and says what to do.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import vm from 'node:vm'
import * as c from 'counterpoint'

const bytes = (...values) => Uint8Array.from(values)
const abc = c.utf8('abc')
const ABC = '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'

/** Asserts that `call` throws an error of this class whose message matches all patterns. */
function refuses(call, Class, ...patterns) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof Class, `${error.name}: ${error.message}`)
    for (const pattern of patterns) assert.match(error.message, pattern)
    return true
  })
}

test('a string is a TypeError that names utf8()', () => {
  const calls = [
    () => c.sha3_256('abc'),
    () => c.sha3_256.create().update('abc'),
    () => c.sha3_256.many(['abc']),
    () => c.kt128('abc'),
    () => c.sha3_256.flat('abc', 1),
    () => c.kmac128('key', abc),
    () => c.kmac128(abc, 'abc'),
    () => c.tuplehash128(['abc']),
    () => c.cshake128(abc, { customization: 'abc' }),
    () => c.groestl256('abc'),
    () => c.kmac128.verify(abc, abc, 'tag'),
  ]
  for (const call of calls) refuses(call, TypeError, /utf8\(text\)/)
})

test('each argument is named', () => {
  refuses(() => c.sha3_256(), TypeError, /^message must be a Uint8Array, not undefined/)
  refuses(() => c.sha3_256(null), TypeError, /^message .* not null/)
  refuses(() => c.sha3_256(7), TypeError, /^message .* the number 7/)
  refuses(() => c.sha3_256([1]), TypeError, /^message .* Uint8Array.from/)
  refuses(() => c.sha3_256(new ArrayBuffer(8)), TypeError, /^message .* new Uint8Array\(buffer\)/)
  refuses(() => c.sha3_256(new SharedArrayBuffer(8)), TypeError, /^message .* new Uint8Array\(buffer\)/)
  refuses(() => c.sha3_256(new DataView(new ArrayBuffer(8))), TypeError, /^message .* view of the same memory/)
  refuses(() => c.sha3_256(new Uint16Array(8)), TypeError, /^message .* view of the same memory/)
  refuses(() => c.sha3_256(new Blob([])), TypeError, /hashFile/)
  refuses(() => c.sha3_256.create().update(7), TypeError, /^data /)
  refuses(() => c.kmac128(7, abc), TypeError, /^key /)
  refuses(() => c.kmac128(abc, 7), TypeError, /^message /)
  refuses(() => c.kmac128.verify(abc, abc, 7), TypeError, /^tag /)
  refuses(() => c.tuplehash128([abc, 7]), TypeError, /^elements\[1\] /)
  refuses(() => c.tuplehash128([abc, , abc]), TypeError, /^elements\[1\] .* not undefined/)
  refuses(() => c.sha3_256.many([abc, , abc]), TypeError, /^messages\[1\] .* not undefined/)
  refuses(() => c.tuplehash128(abc), TypeError, /^elements must be an array/)
  refuses(() => c.tuplehash128.many([[abc], [7]]), TypeError, /^tuples\[1\]\[0\] /)
  refuses(() => c.sha3_256.many([abc, 7]), TypeError, /^messages\[1\] /)
  refuses(() => c.sha3_256.many(abc), TypeError, /^messages .* flat\(/)
  refuses(() => c.sha3_256.many(new Set([abc])), TypeError, /^messages .* Array.from/)
  refuses(() => c.utf8(abc), TypeError, /^text /)
  refuses(() => c.hex('abc'), TypeError, /^data /)
})

test('Node buffers, subarrays, shared memory and other realms are bytes', () => {
  assert.equal(c.hex(c.sha3_256(Buffer.from('abc'))), ABC)
  assert.equal(c.hex(c.sha3_256(c.utf8('xabcx').subarray(1, 4))), ABC)
  const shared = new Uint8Array(new SharedArrayBuffer(3))
  shared.set(abc)
  assert.equal(c.hex(c.sha3_256(shared)), ABC)
  assert.equal(c.hex(c.sha3_256(vm.runInNewContext('Uint8Array.of(97, 98, 99)'))), ABC)
  assert.equal(c.hex(c.sha3_256.many([vm.runInNewContext('Uint8Array.of(97, 98, 99)')])[0]), ABC)
  const digest = c.sha3_256(Buffer.from('abc'))
  assert.equal(Object.getPrototypeOf(digest), Uint8Array.prototype)
  assert.equal(digest.buffer.byteLength, 32)
})

test('a view of a detached buffer is no empty message', () => {
  const view = new Uint8Array(8)
  structuredClone(view.buffer, { transfer: [view.buffer] })
  refuses(() => c.sha3_256(view), TypeError, /^message .*detached/)
  refuses(() => c.sha3_256.create().update(view), TypeError, /^data .*detached/)
  refuses(() => c.sha3_256.many([abc, view]), TypeError, /^messages\[1\] .*detached/)
  refuses(() => c.sha3_256.flat(view, 1), TypeError, /^data .*detached/)
  refuses(() => c.sha3_256.flat(abc, 3, view), TypeError, /^out .*detached/)
  assert.equal(c.sha3_256(new Uint8Array(0)).length, 32)
})

test('flat: lengths, and where the output goes', () => {
  refuses(() => c.sha3_256.flat(abc, 2), RangeError, /^data has 3 bytes.*each \(2\).*many\(\)/)
  for (const each of [0, -1, 1.5, NaN, Infinity]) refuses(() => c.sha3_256.flat(abc, each), RangeError, /^each /)
  refuses(() => c.sha3_256.flat(abc), TypeError, /^each /)
  refuses(() => c.sha3_256.flat(abc, 1, new Uint8Array(95)), RangeError, /^out has 95 bytes; 96 required/)
  const memory = new Uint8Array(200)
  refuses(() => c.sha3_256.flat(memory.subarray(0, 64), 32, memory.subarray(63)), RangeError, /^out overlaps data/)
  refuses(() => c.sha3_256.flat(memory.subarray(63), 137, memory.subarray(0, 64)), RangeError, /^out overlaps data/)
  const out = memory.subarray(64, 150)
  assert.equal(c.sha3_256.flat(memory.subarray(0, 64), 32, out), out)
  assert.deepEqual(out.subarray(32, 64), c.sha3_256(new Uint8Array(32)))
  const digest = c.sha3_256(memory.subarray(64))
  assert.deepEqual(c.sha3_256.flat(memory.subarray(64), 136, memory.subarray(0, 64)).subarray(0, 32), digest)
  assert.equal(c.sha3_256.flat(new Uint8Array(0), 32).length, 0)
})

test('options: unknown names, wrong types and values', () => {
  refuses(() => c.shake128(abc, { dkLen: 64 }), TypeError, /unknown option 'dkLen'.*outputLen/)
  refuses(() => c.kt128(abc, { domain: 7 }), TypeError, /unknown option 'domain'.*customization, outputLen/)
  refuses(() => c.shake128(abc, 64), TypeError, /^options must be an object with outputLen, not the number 64/)
  refuses(() => c.shake128(abc, null), TypeError, /^options .* not null/)
  refuses(() => c.cshake128(abc, abc), TypeError, /^options /)
  refuses(() => c.cshake128(abc, { functionName: 'x' }), TypeError, /^functionName .*utf8/)
  for (const outputLen of [0, -1, 1.5, NaN, 2 ** 32])
    refuses(() => c.shake128(abc, { outputLen }), RangeError, /^outputLen /)
  refuses(() => c.shake128(abc, { outputLen: '32' }), TypeError, /^outputLen /)
  refuses(() => c.kmac128(abc, abc, { outputLen: 2 ** 29 }), RangeError, /^outputLen /)
  for (const domain of [0, 128, -1, 0.5]) refuses(() => c.turboshake128(abc, { domain }), RangeError, /^domain /)
  for (const blockLen of [0, -1, 0.5]) refuses(() => c.parallelhash128(abc, { blockLen }), RangeError, /^blockLen /)
  refuses(() => c.kmac128(new Uint8Array(70000), abc), RangeError, /^key, functionName and customization/)
  refuses(() => c.cshake128(abc, { customization: new Uint8Array(70000) }), RangeError, /^key, functionName and custom/)
})

test('options that are undefined have their defaults', () => {
  assert.deepEqual(c.shake128(abc, {}), c.shake128(abc))
  assert.deepEqual(c.cshake128(abc, { outputLen: undefined, customization: undefined }), c.shake128(abc))
})

test('the options of verify are checked as those of the function', () => {
  for (const options of [null, 7, 'text', { dkLen: 8 }]) {
    refuses(() => c.kmac128.verify(abc, abc, c.kmac128(abc, abc), options), TypeError, /option/)
  }
  const inherited = Object.create({ customization: abc })
  assert.equal(c.kmac128.verify(abc, abc, c.kmac128(abc, abc, inherited), inherited), true)
})

test('a property of Object.prototype is no default of an option', () => {
  const long = new Uint8Array(70000)
  const expected = c.sha3_512(long)
  const tag = c.kmac128(abc, abc)
  Object.prototype.outputLen = 1
  try {
    // The first call of this function, which creates its defaults.
    assert.equal(c.keccak384(long).length, 48)
    assert.deepEqual(c.sha3_512(long), expected)
    assert.equal(c.kmac128.verify(abc, abc, tag), true)
  } finally {
    delete Object.prototype.outputLen
  }
})

test('xof: lengths', () => {
  for (const length of [-1, 1.5, NaN, Infinity, 2 ** 32]) {
    refuses(() => c.shake128.create().xof(length), RangeError, /^length must be an integer from 0 to 4294967295/)
  }
  refuses(() => c.shake128.create().xof(), TypeError, /^length /)
  refuses(() => c.shake128.create().xof('1'), TypeError, /^length /)
  refuses(() => c.sha3_256.create().xof(1), TypeError, /sha3_256 has an output of 32 bytes; use digest/)
  refuses(() => c.kmac128.create(abc).xof(1), TypeError, /kmac128 has an output of 32 bytes/)
})

test('tuples: element and update', () => {
  refuses(() => c.tuplehash128.create().update(abc), TypeError, /use element/)
  refuses(() => c.sha3_256.create().element(abc), TypeError, /use update/)
  // Few machines have memory for such an array, so it lies about its length.
  const long = new (class extends Uint8Array {
    get length() {
      return 2 ** 32
    }
  })(1)
  refuses(() => c.tuplehash128.create().element(long), RangeError, /^data is longer .* 2\^32 - 1 bytes/)
  refuses(() => c.tuplehash128([abc, long]), RangeError, /^elements\[1\] is longer/)
  refuses(() => c.kt128(abc, { customization: long }), RangeError, /^customization is longer/)
})

test('hash functions say what they are, and can not be changed', () => {
  for (const name of [
    'sha3_224',
    'keccak512',
    'shake256',
    'kmac128',
    'tuplehashxof256',
    'kt128',
    'luffa384',
    'fugue512',
  ]) {
    const { outputLen, blockLen, canXOF } = c[name]
    assert.equal(c[name].name, name)
    assert.ok(outputLen > 0 && blockLen > 0 && typeof canXOF === 'boolean')
  }
  assert.throws(() => {
    c.sha3_256.outputLen = 1
  }, TypeError)
})

test('text to bytes, and bytes to digits', () => {
  assert.deepEqual(c.utf8('é\u{1f600}'), bytes(0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80))
  assert.equal(c.hex(bytes(0, 15, 16, 255)), '000f10ff')
})
