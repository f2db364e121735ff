// AES on single blocks: the bare cipher, from which modes of operation are built.

import { bytes, outputFor } from './checks.js'
import { embedded } from './embedded/aes.js'
import { CounterpointError } from './errors.js'
import { AES, running, sourceOf } from './family.js'

export { CounterpointError } from './errors.js'
export { init } from './init.js'
export { hex, utf8 } from './text.js'

const SOURCE = /* @__PURE__ */ sourceOf(AES, embedded)
/** The length of a block in bytes. */
const BLOCK_BYTES = 16

/** Round keys, and the encryption of blocks with them. */
class Aes {
  #index
  #roundKeys

  constructor(index, name, keyBytes, key) {
    if (bytes(key, 'key').length !== keyBytes) {
      throw new RangeError(`the key of ${name} must have ${keyBytes} bytes, not ${key.length}`)
    }
    this.#index = index
    const m = running(SOURCE)
    m.busy = true
    m.buffer.set(key)
    m.exports.begin(index, keyBytes)
    this.#roundKeys = m.state(index).slice()
    m.state(index).fill(0)
    m.busy = false
  }

  encrypt(blocks, out) {
    const { length } = bytes(blocks, 'blocks')
    if (length % BLOCK_BYTES !== 0) {
      throw new RangeError(`blocks has ${length} bytes, which is not a multiple of ${BLOCK_BYTES}`)
    }
    if (this.#roundKeys === null) {
      throw new CounterpointError('ERR_SESSION_ENDED', 'encrypt: the key was destroyed; create a new object from it')
    }
    const encrypted = outputFor(out, length)
    if (out !== undefined) sameOrApart(out, blocks)
    const m = running(SOURCE)
    const state = m.state(this.#index)
    m.busy = true
    state.set(this.#roundKeys)
    for (let at = 0; at < length; at += m.buffer.length) {
      const piece = blocks.subarray(at, at + m.buffer.length)
      m.buffer.set(piece)
      m.exports.encrypt(this.#index, piece.length)
      const result = m.buffer.subarray(0, piece.length)
      encrypted.set(result, at)
      result.fill(0)
    }
    state.fill(0)
    m.busy = false
    return encrypted
  }

  destroy() {
    this.#roundKeys?.fill(0)
    this.#roundKeys = null
  }
}

/** Throws if `out` begins inside `blocks` but not at its start: results would overwrite blocks not yet read. */
function sameOrApart(out, blocks) {
  if (
    out.buffer === blocks.buffer &&
    blocks.byteOffset < out.byteOffset &&
    out.byteOffset < blocks.byteOffset + blocks.length
  ) {
    throw new RangeError('out begins inside blocks; pass blocks itself or separate memory, or omit out')
  }
}

// functions: begin, by `cargo xtask generate` from functions.toml
export class Aes128 extends Aes {
  constructor(key) {
    super(0, 'Aes128', 16, key)
  }
}

export class Aes192 extends Aes {
  constructor(key) {
    super(1, 'Aes192', 24, key)
  }
}

export class Aes256 extends Aes {
  constructor(key) {
    super(2, 'Aes256', 32, key)
  }
}
// functions: end
