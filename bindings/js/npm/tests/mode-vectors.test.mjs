// All official test vectors of the functions built on Keccak: SP 800-185 and RFC 9861.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as counterpoint from 'counterpoint'
import { files, json, pattern, unhex } from './vectors.mjs'

const { hex } = counterpoint

for (const { name, path } of files('sp800-185')) {
  const { vectors } = json(path)
  const records = vectors.filter(({ algorithm, digest_hex: digest }) => algorithm !== undefined && digest !== undefined)
  if (records.length === 0) continue // The file with intermediate values.
  test(`sp800-185/${name}`, () => {
    for (const record of records.filter(wholeBytes)) mode(record)
  })
}

/** Whether all lengths are whole bytes, as this package requires. */
function wholeBytes(record) {
  return [record.message_bits, record.out_bits, record.key_bits, ...(record.tuple_bits ?? [])].every(
    (bits) => (bits ?? 0) % 8 === 0,
  )
}

function mode(record) {
  const hash = counterpoint[record.algorithm]
  const options = { outputLen: record.digest_hex.length / 2, customization: unhex(record.customization_hex ?? '') }
  if (record.function_name_hex !== undefined) options.functionName = unhex(record.function_name_hex)
  if (record.block_bytes !== undefined) options.blockLen = record.block_bytes
  if (record.tuple_hex !== undefined) {
    tuple(hash, record.tuple_hex.map(unhex), options, record.digest_hex)
    return
  }
  const message = unhex(record.message_hex)
  if (record.key_hex !== undefined) {
    tag(hash, unhex(record.key_hex), message, options, record)
    return
  }
  assert.equal(hex(hash(message, options)), record.digest_hex)
  assert.equal(hex(hash.create(options).update(message).digest()), record.digest_hex)
  assert.deepEqual(hash.many([message, message], options).map(hex), [record.digest_hex, record.digest_hex])
}

function tuple(hash, elements, options, expected) {
  assert.equal(hex(hash(elements, options)), expected)
  const hasher = hash.create(options)
  for (const element of elements) hasher.element(element)
  assert.equal(hex(hasher.digest()), expected)
  assert.deepEqual(hash.many([elements, elements], options).map(hex), [expected, expected])
}

function tag(hash, key, message, options, record) {
  const right = record.valid !== false
  const computed = hash(key, message, options)
  assert.equal(hex(computed) === record.digest_hex, right)
  assert.equal(hash.verify(key, message, unhex(record.digest_hex), options), right && computed.length >= 8)
  assert.equal(hex(hash.create(key, options).update(message).digest()), hex(computed))
  assert.equal(hex(hash.many(key, [message], options)[0]), hex(computed))
}

for (const { name, path } of files('turboshake-kt')) {
  test(`turboshake-kt/${name}`, () => {
    const { vectors } = json(path)
    assert.ok(vectors.length > 50)
    for (const record of vectors) rfc9861(record)
  })
}

function rfc9861(record) {
  const hash = counterpoint[record.algorithm]
  const options = { outputLen: record.out_bytes }
  if (record.domain !== undefined) options.domain = Number.parseInt(record.domain, 16)
  if (record.customization !== undefined) options.customization = expression(record.customization)
  const message = record.message_hex === undefined ? expression(record.message) : unhex(record.message_hex)
  const last = record.digest_hex.length
  assert.equal(hex(hash(message, options)).slice(-last), record.digest_hex)
  assert.equal(hex(hash.create(options).update(message).digest()).slice(-last), record.digest_hex)
}

/** Returns the bytes of `ptn(n)` and `FF^n`. */
function expression(text) {
  if (text === '') return new Uint8Array(0)
  const [, length, byte, times] = /^(?:ptn\((\S+)\)|([0-9A-F]{2})\^(\d+))$/.exec(text)
  return byte === undefined ? pattern(power(length)) : new Uint8Array(Number(times)).fill(Number.parseInt(byte, 16))
}

function power(text) {
  const [base, exponent] = text.split(/\^|\*\*/).map(Number)
  return exponent === undefined ? base : base ** exponent
}
