// The API of the package hash-wasm, for programs that migrate from it: promises, hexadecimal digits, and strings hashed
// as UTF-8.

import { isBytes, kindOf } from './checks.js'
import { functionOf } from './describe.js'
import { CounterpointError } from './errors.js'
import { prepare } from './family.js'
import * as keccaks from './keccak.js'
import { hex, utf8 } from './text.js'

const SHA3 = { 224: keccaks.sha3_224, 256: keccaks.sha3_256, 384: keccaks.sha3_384, 512: keccaks.sha3_512 }
const KECCAK = { 224: keccaks.keccak224, 256: keccaks.keccak256, 384: keccaks.keccak384, 512: keccaks.keccak512 }

/** Returns the bytes of any input that hash-wasm accepts. */
function bytesOf(data) {
  if (typeof data === 'string') return utf8(data)
  if (isBytes(data)) return data
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  throw new TypeError(`data must be a string, a Buffer or a typed array, not ${kindOf(data)}`)
}

function byBits(functions, bits) {
  if (typeof bits !== 'number' || !Object.prototype.hasOwnProperty.call(functions, bits)) {
    throw new RangeError(`bits must be 224, 256, 384 or 512, not ${kindOf(bits)}`)
  }
  return functions[bits]
}

/** Resolves to `hash` once its module is running. Being asynchronous, also works on pages in old browsers. */
async function prepared(hash) {
  const { family, embedded } = functionOf(hash)
  await prepare(family, embedded)
  return hash
}

async function digestOf(hash, message) {
  if (functionOf(hash).family.instance !== null) return hex(hash(message))
  // The caller may change the message in the meantime.
  const copy = new Uint8Array(message)
  return hex((await prepared(hash))(copy))
}

class CompatibleHasher {
  #hash
  #hasher

  constructor(hash) {
    this.#hash = hash
    this.#hasher = hash.create()
    this.blockSize = hash.blockLen
    this.digestSize = hash.outputLen
  }

  init() {
    this.#hasher?.destroy()
    this.#hasher = this.#hash.create()
    return this
  }

  update(data) {
    this.#started('update').update(bytesOf(data))
    return this
  }

  digest(outputType = 'hex') {
    if (outputType !== 'hex' && outputType !== 'binary') {
      const given = typeof outputType === 'string' ? `'${outputType}'` : kindOf(outputType)
      throw new TypeError(`outputType must be 'hex' or 'binary', not ${given}`)
    }
    const digest = this.#started('digest').digest()
    this.#hasher = null
    return outputType === 'hex' ? hex(digest) : digest
  }

  save() {
    return this.#started('save').save()
  }

  load(state) {
    const hasher = this.#hash.load(state)
    this.#hasher?.destroy()
    this.#hasher = hasher
    return this
  }

  #started(method) {
    if (this.#hasher === null) {
      throw new CounterpointError('ERR_HASHER_ENDED', `${method}: call init() after digest() to begin a new message`)
    }
    return this.#hasher
  }
}

export async function sha3(data, bits = 512) {
  return digestOf(byBits(SHA3, bits), bytesOf(data))
}

export async function keccak(data, bits = 512) {
  return digestOf(byBits(KECCAK, bits), bytesOf(data))
}

export async function createSHA3(bits = 512) {
  return new CompatibleHasher(await prepared(byBits(SHA3, bits)))
}

export async function createKeccak(bits = 512) {
  return new CompatibleHasher(await prepared(byBits(KECCAK, bits)))
}
