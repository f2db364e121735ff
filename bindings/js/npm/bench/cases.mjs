// The benchmark's cases: each has a message, and functions that return its digest in any form.

import crypto from 'node:crypto'
import { createRequire } from 'node:module'
import * as nobleAddons from '@noble/hashes/sha3-addons.js'
import * as noble from '@noble/hashes/sha3.js'
import * as counterpoint from 'counterpoint'
import { keccak256 as ethereumCryptography } from 'ethereum-cryptography/keccak.js'
import { keccak256 as ethers } from 'ethers'
import hashWasm from 'hash-wasm'
import jsSha3 from 'js-sha3'
import { keccak256 as viem } from 'viem'

const require = createRequire(import.meta.url)
const x11 = { groestl: require('x11-hash-js/lib/groestl.js'), luffa: require('x11-hash-js/lib/luffa.js') }
const { groestl512, fugue512, keccak256, kt128, luffa512, sha3_256 } = counterpoint

/** Bytes that are the same in each run, but not all equal. */
function bytes(length) {
  return new Uint8Array(length).map((_, i) => i * 167 + (i >> 8))
}

/** hash-wasm's fastest form: a reused hasher. */
async function hashWasmBy(create, bits) {
  const hasher = await create(bits)
  return (message) => hasher.init().update(message).digest('binary')
}

const hashWasmKeccak = await hashWasmBy(hashWasm.createKeccak, 256)
const hashWasmSha3 = await hashWasmBy(hashWasm.createSHA3, 256)

/** The packages' Keccak-256 of one message. */
const KECCAK256 = {
  'hash-wasm': hashWasmKeccak,
  'js-sha3': (message) => jsSha3.keccak256.arrayBuffer(message),
  '@noble/hashes': (message) => noble.keccak_256(message),
  'ethereum-cryptography': (message) => ethereumCryptography(message),
  viem: (message) => viem(message, 'bytes'),
  ethers: (message) => ethers(message),
}

function short() {
  const message = bytes(64)
  return {
    title: 'keccak256, 64 bytes',
    unit: 'ns',
    functions: {
      counterpoint: () => keccak256(message),
      'counterpoint, create().update().digest()': () => keccak256.create().update(message).digest(),
      ...Object.fromEntries(Object.entries(KECCAK256).map(([name, hash]) => [name, () => hash(message)])),
    },
  }
}

const ROWS = 100_000

function rows() {
  const data = bytes(32 * ROWS)
  const messages = Array.from({ length: ROWS }, (_, i) => data.slice(32 * i, 32 * i + 32))
  const each = (hash) => () => messages.map((message) => hash(message))
  return {
    title: 'keccak256, 100,000 messages of 32 bytes',
    unit: 'ms',
    functions: {
      'counterpoint, flat': () => keccak256.flat(data, 32),
      'counterpoint, many': () => keccak256.many(messages),
      'counterpoint, one by one': each(keccak256),
      ...Object.fromEntries(Object.entries(KECCAK256).map(([name, hash]) => [name, each(hash)])),
    },
  }
}

function long(title, length, functions) {
  const message = bytes(length)
  const calls = Object.entries(functions).map(([name, hash]) => [name, () => hash(message)])
  return { title, unit: 'MB/s', bytes: length, functions: Object.fromEntries(calls) }
}

/** x11-hash-js takes arrays of numbers; they are created once here, so that only the hash is measured. */
function x11By(hash) {
  let last
  let array
  return (message) => {
    if (message !== last) [last, array] = [message, Array.from(message)]
    return Uint8Array.from(hash(array, 1, 1))
  }
}

export const CASES = [
  short,
  rows,
  () =>
    long('sha3-256, 1 MiB', 1 << 20, {
      counterpoint: sha3_256,
      'hash-wasm': hashWasmSha3,
      '@noble/hashes': noble.sha3_256,
      'js-sha3': (message) => jsSha3.sha3_256.arrayBuffer(message),
      'node:crypto (native)': (message) => crypto.createHash('sha3-256').update(message).digest(),
    }),
  () =>
    long('kt128, 1 MiB', 1 << 20, {
      counterpoint: (message) => kt128(message),
      '@noble/hashes': (message) => nobleAddons.kt128(message, { dkLen: 32 }),
    }),
  () => long('groestl512, 8 KiB', 8192, { counterpoint: groestl512, 'x11-hash-js': x11By(x11.groestl) }),
  () => long('luffa512, 8 KiB', 8192, { counterpoint: luffa512, 'x11-hash-js': x11By(x11.luffa) }),
  () => long('fugue512, 8 KiB', 8192, { counterpoint: fugue512 }),
]

/** Returns digests in any form as hexadecimal digits. */
export function digits(digest) {
  if (Array.isArray(digest)) return digest.map(digits).join('')
  if (typeof digest === 'string') return digest.replace(/^0x/, '')
  return Buffer.from(digest instanceof ArrayBuffer ? new Uint8Array(digest) : digest).toString('hex')
}
