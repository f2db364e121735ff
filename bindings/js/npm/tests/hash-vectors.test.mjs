// All official test vectors of the hash functions, through the public interface: whole, in pieces, and many together.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as counterpoint from 'counterpoint'
import { files, json, pattern, rsp, unhex } from './vectors.mjs'

const { hex } = counterpoint
/** Files with messages of a gibibyte or more, which `COUNTERPOINT_LONG=1` adds. */
const LONG = /extremely_long|acvp_large/

function functionOf(algorithm) {
  return counterpoint[algorithm.toLowerCase().replace('-', '_')]
}

/** The folders of known answers: those of the families, and of SHA-3. */
const FOLDERS = [
  'sha3',
  // families: begin, by `cargo xtask generate` from functions.toml
  'keccak',
  'groestl',
  'fugue',
  'luffa',
  // families: end
]

for (const folder of FOLDERS) {
  for (const { name, path } of files(folder)) {
    if (LONG.test(name) && !process.env.COUNTERPOINT_LONG) continue
    test(`${folder}/${name}`, () => {
      if (name.endsWith('Monte.rsp')) monteCarloRsp(name, rsp(path))
      else if (name.endsWith('.rsp')) answers(name.replace(/ShortMsg.*/, '').toLowerCase(), rspCases(path))
      else if (name.endsWith('montecarlo.json')) monteCarlo(json(path))
      else jsonFile(json(path))
    })
  }
}

function rspCases(path) {
  return rsp(path)
    .filter(({ Msg }) => Msg !== undefined)
    .map(({ Len, Msg, MD, Output }) => ({ message: unhex(Len === '0' ? '' : Msg), digest: MD ?? Output }))
}

function jsonFile(file) {
  const groups = new Map()
  for (const record of file.vectors) {
    const algorithm = record.algorithm ?? file.algorithm
    if (record.repeat !== undefined || record.large_message !== undefined) {
      repeated(algorithm, record)
      continue
    }
    // The package hashes whole bytes.
    if ((record.bits ?? 0) % 8 !== 0 || (record.out_bits ?? 0) % 8 !== 0) continue
    const message = record.length_bytes !== undefined ? pattern(record.length_bytes) : unhex(record.message_hex)
    if (!groups.has(algorithm)) groups.set(algorithm, [])
    groups.get(algorithm).push({ message, digest: record.digest_hex })
  }
  for (const [algorithm, cases] of groups) answers(algorithm, cases)
}

function answers(algorithm, cases) {
  const hash = functionOf(algorithm)
  assert.ok(cases.length > 0)
  const byLength = new Map()
  for (const { message, digest } of cases) {
    const outputLen = digest.length / 2
    const options = hash.canXOF ? { outputLen } : undefined
    assert.equal(hex(hash(message, options)), digest)
    const half = message.length >> 1
    const hasher = hash.create(options).update(message.subarray(0, half)).update(message.subarray(half))
    assert.equal(hex(hasher.digest()), digest)
    if (!byLength.has(outputLen)) byLength.set(outputLen, [])
    byLength.get(outputLen).push({ message, digest })
  }
  for (const [outputLen, group] of byLength) {
    const digests = hash.many(
      group.map(({ message }) => message),
      hash.canXOF ? { outputLen } : undefined,
    )
    assert.deepEqual(
      digests.map(hex),
      group.map(({ digest }) => digest),
    )
  }
}

/** A message that repeats a text many times. */
function repeated(algorithm, record) {
  const { text, repeat, large_message: large } = record
  const unit = large ? Buffer.from(large.content, 'hex') : Buffer.from(text)
  const times = large ? large.fullLength / large.contentLength : repeat
  const piece = new Uint8Array(Buffer.alloc(Math.min(times, 4096) * unit.length, unit))
  const hasher = functionOf(algorithm).create()
  const pieces = Math.floor(times / 4096)
  for (let i = 0; i < pieces; i++) hasher.update(piece)
  hasher.update(piece.subarray(0, (times - pieces * 4096) * unit.length))
  assert.equal(hex(hasher.digest()), record.digest_hex)
}

/** The chains of the SHA-3 competition. */
function monteCarlo({ algorithm, seed_hex: seed, vectors }) {
  const hash = functionOf(algorithm)
  const message = unhex(seed)
  for (const { digest_hex: expected } of vectors) {
    let digest
    for (let i = 0; i < 1000; i++) {
      digest = hash(message)
      message.copyWithin(digest.length, 0)
      message.set(digest)
    }
    assert.equal(hex(digest), expected)
  }
}

/** The chains of NIST's validation program. */
function monteCarloRsp(name, stanzas) {
  const hash = functionOf(name.replace('Monte.rsp', ''))
  const one = (key) => stanzas.find((stanza) => stanza[key] !== undefined)[key]
  const links = stanzas.filter(({ COUNT }) => COUNT !== undefined)
  assert.equal(links.length, 100)
  if (!hash.canXOF) {
    let digest = unhex(one('Seed'))
    for (const { MD } of links) {
      for (let i = 0; i < 1000; i++) digest = hash(digest)
      assert.equal(hex(digest), MD)
    }
    return
  }
  const least = Number(one('Minimum Output Length (bits)')) / 8
  const most = Number(one('Maximum Output Length (bits)')) / 8
  let output = unhex(one('Msg'))
  let outputLen = most
  for (const { Outputlen, Output } of links) {
    let length
    for (let i = 0; i < 1000; i++) {
      const message = new Uint8Array(16)
      message.set(output.subarray(0, 16))
      length = outputLen
      output = hash(message, { outputLen })
      outputLen = least + (((output[length - 2] << 8) | output[length - 1]) % (most - least + 1))
    }
    assert.equal(8 * length, Number(Outputlen))
    assert.equal(hex(output), Output)
  }
}
