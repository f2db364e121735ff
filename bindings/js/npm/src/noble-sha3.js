// The names and members of @noble/hashes/sha3, versions 1 and 2, so that a bundler can replace it with this package,
// even for packages that build on its hashes.

import { bytes, integer, isBytes, kindOf, MOST_OUTPUT } from './checks.js'
import { CounterpointError } from './errors.js'
import * as keccaks from './keccak.js'
import { utf8 } from './text.js'

export { Keccak, keccakP } from './keccak-p.js'

/** Returns the bytes of a message: version 1 also takes strings. */
function bytesOf(message) {
  if (typeof message === 'string') return utf8(message)
  if (!isBytes(message)) throw new TypeError(`message must be a Uint8Array or a string, not ${kindOf(message)}`)
  return message
}

/** A message in pieces. `_cloneInto` overwrites another hasher, which may have ended. */
class NobleHasher {
  #hash
  #hasher
  #outputLen
  /** Whether output has been read. */
  #finished = false
  /** For a function with a digest of fixed length: the digest, and how much of it has been read. */
  #digest = null
  #read = 0

  constructor(hash, outputLen) {
    this.#hash = hash
    this.#hasher = hash.create()
    this.#outputLen = outputLen
  }

  get outputLen() {
    return this.#outputLen
  }

  get blockLen() {
    return this.#hash.blockLen
  }

  get canXOF() {
    return this.#hash.canXOF
  }

  get finished() {
    return this.#finished
  }

  get destroyed() {
    return this.#hasher === null
  }

  update(data) {
    this.#running('update').update(bytesOf(data))
    return this
  }

  /** Fills `out` with the next bytes of the output. */
  writeInto(out) {
    const hasher = this.#running('writeInto')
    bytes(out, 'out')
    if (this.canXOF) {
      hasher.xofInto(out)
    } else {
      const end = this.#read + out.length
      if (end > this.#outputLen) {
        throw new RangeError(`${this.#hash.name} has ${this.#outputLen} bytes of output; use the class Keccak for more`)
      }
      this.#digest ??= hasher.digest()
      out.set(this.#digest.subarray(this.#read, end))
      this.#read = end
    }
    this.#finished = true
    return out
  }

  xofInto(out) {
    if (this.canXOF) return this.writeInto(out)
    throw new TypeError(`${this.#hash.name} has an output of ${this.#outputLen} bytes; use digest()`)
  }

  xof(length) {
    return this.xofInto(new Uint8Array(integer(length, 'length', 0, MOST_OUTPUT)))
  }

  digestInto(out) {
    this.#running('digest')
    if (this.#finished) throw ended('digest')
    if (bytes(out, 'out').length < this.#outputLen) {
      throw new RangeError(`out has ${out.length} bytes; ${this.#outputLen} required`)
    }
    this.writeInto(out.subarray(0, this.#outputLen))
    this.destroy()
    return out
  }

  digest() {
    return this.digestInto(new Uint8Array(this.#outputLen))
  }

  destroy() {
    this.#hasher?.destroy()
    this.#hasher = null
    this.#digest?.fill(0)
    this.#digest = null
    this.#finished = true
  }

  _cloneInto(to) {
    if (to === this) return to
    to ??= new NobleHasher(this.#hash, this.#outputLen)
    to.destroy()
    to.#hash = this.#hash
    to.#outputLen = this.#outputLen
    to.#finished = this.#finished
    to.#digest = this.#digest?.slice() ?? null
    to.#read = this.#read
    // Once the digest has been read, there is nothing to continue.
    to.#hasher = this.#digest === null && this.#hasher !== null ? this.#hasher.clone() : this.#hasher
    return to
  }

  clone() {
    return this._cloneInto()
  }

  #running(method) {
    if (this.#hasher === null) throw ended(method)
    return this.#hasher
  }
}

function ended(method) {
  return new CounterpointError(
    'ERR_HASHER_ENDED',
    `${method}: this hasher has ended; create() a new one, or clone() it first`,
  )
}

/** The object identifier 2.16.840.1.101.3.4.2.`last` of a NIST hash function, in DER. */
function oid(last) {
  return { oid: Uint8Array.of(0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, last) }
}

/** Creates a function with a digest of fixed length. Like those of @noble/hashes, it ignores options. */
function fixed(hash, identifier) {
  const { outputLen, blockLen, many, flat, load } = hash
  const named = (message) => hash(bytesOf(message))
  const create = () => new NobleHasher(hash, outputLen)
  const properties = { outputLen, blockLen, canXOF: false, create, many, flat, load }
  return Object.freeze(Object.assign(named, properties, identifier))
}

/** Creates a SHAKE with the default length and option name of @noble/hashes, which ignores other options. */
function shake(hash, outputLen, identifier) {
  const lengthOf = (options) => {
    if (options === undefined) return outputLen
    if (options === null || typeof options !== 'object') {
      throw new TypeError(`options must be an object with dkLen, not ${kindOf(options)}`)
    }
    // Ignore what a program adds to Object.prototype.
    const { dkLen } = { __proto__: null, ...options }
    return dkLen === undefined ? outputLen : integer(dkLen, 'dkLen', 0, MOST_OUTPUT)
  }
  const create = (options) => new NobleHasher(hash, lengthOf(options))
  const named = (message, options) => {
    const length = lengthOf(options)
    const data = bytesOf(message)
    return length === 0 ? new Uint8Array(0) : hash(data, { outputLen: length })
  }
  return Object.freeze(Object.assign(named, { outputLen, blockLen: hash.blockLen, canXOF: true, create }, identifier))
}

export const sha3_224 = /* @__PURE__ */ fixed(keccaks.sha3_224, /* @__PURE__ */ oid(0x07))
export const sha3_256 = /* @__PURE__ */ fixed(keccaks.sha3_256, /* @__PURE__ */ oid(0x08))
export const sha3_384 = /* @__PURE__ */ fixed(keccaks.sha3_384, /* @__PURE__ */ oid(0x09))
export const sha3_512 = /* @__PURE__ */ fixed(keccaks.sha3_512, /* @__PURE__ */ oid(0x0a))
export const keccak_224 = /* @__PURE__ */ fixed(keccaks.keccak224)
export const keccak_256 = /* @__PURE__ */ fixed(keccaks.keccak256)
export const keccak_384 = /* @__PURE__ */ fixed(keccaks.keccak384)
export const keccak_512 = /* @__PURE__ */ fixed(keccaks.keccak512)
export const shake128 = /* @__PURE__ */ shake(keccaks.shake128, 16, /* @__PURE__ */ oid(0x0b))
export const shake256 = /* @__PURE__ */ shake(keccaks.shake256, 32, /* @__PURE__ */ oid(0x0c))
export const shake128_32 = /* @__PURE__ */ shake(keccaks.shake128, 32, /* @__PURE__ */ oid(0x0b))
export const shake256_64 = /* @__PURE__ */ shake(keccaks.shake256, 64, /* @__PURE__ */ oid(0x0c))
