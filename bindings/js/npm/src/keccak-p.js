// The permutation Keccak-p[1600] and a sponge in JavaScript, for noble-sha3.js: with any rate, suffix and number of
// rounds, which the module does not offer. It is slow.

import { bytes, integer, MOST_OUTPUT } from './checks.js'

const LANES = 25
const ROUNDS = 24
const STATE_BYTES = 200

/** Where the steps rho and pi move each lane, from lane 1 on, and by how many bits they rotate it. */
const MOVES = /* @__PURE__ */ moves()
/** The constants of the step iota: a low and a high word for each round. */
const CONSTANTS = /* @__PURE__ */ constants()
const BIG_ENDIAN = /* @__PURE__ */ (() => new Uint8Array(Uint16Array.of(1).buffer)[0] === 0)()

function moves() {
  const list = []
  let [x, y] = [1, 0]
  for (let t = 0; t < LANES - 1; t++) {
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
    list.push({ lane: x + 5 * y, bits: (((t + 1) * (t + 2)) / 2) % 64 })
  }
  return list
}

/** From the shift register of FIPS 202, algorithm 5: its bit j in a round is bit 2^j - 1 of the constant. */
function constants() {
  const words = []
  let register = 1
  for (let round = 0; round < ROUNDS; round++) {
    const constant = [0, 0]
    for (let j = 0; j < 7; j++) {
      const place = (1 << j) - 1
      if (register & 1) constant[place >> 5] |= 1 << (place & 31)
      register = (register << 1) ^ (register >> 7 ? 0x171 : 0)
    }
    words.push(...constant)
  }
  return words
}

/** Rotates a lane of two words to the left, and returns one word of the result: `word` is 0 for the low one. */
function rotated(low, high, bits, word) {
  const [to, from] = bits >= 32 === (word === 1) ? [low, high] : [high, low]
  const by = bits & 31
  return by === 0 ? to : (to << by) | (from >>> (32 - by))
}

/** Applies the last `rounds` rounds to a state of 50 words, the low word of each lane before the high one. */
export function keccakP(state, rounds = ROUNDS) {
  if (Object.prototype.toString.call(state) !== '[object Uint32Array]' || state.length !== 2 * LANES) {
    throw new TypeError(`state must be a Uint32Array of ${2 * LANES} words`)
  }
  integer(rounds, 'rounds', 1, ROUNDS)
  const sums = new Uint32Array(10)
  const row = new Uint32Array(10)
  for (let round = ROUNDS - rounds; round < ROUNDS; round++) {
    theta(state, sums)
    rhoPi(state)
    chi(state, row)
    state[0] ^= CONSTANTS[2 * round]
    state[1] ^= CONSTANTS[2 * round + 1]
  }
  sums.fill(0)
  row.fill(0)
}

function theta(s, sums) {
  for (let i = 0; i < 10; i++) sums[i] = s[i] ^ s[i + 10] ^ s[i + 20] ^ s[i + 30] ^ s[i + 40]
  for (let x = 0; x < 5; x++) {
    const left = 2 * ((x + 4) % 5)
    const right = 2 * ((x + 1) % 5)
    for (let word = 0; word < 2; word++) {
      const sum = sums[left + word] ^ rotated(sums[right], sums[right + 1], 1, word)
      for (let at = 2 * x + word; at < 2 * LANES; at += 10) s[at] ^= sum
    }
  }
}

function rhoPi(s) {
  let [low, high] = [s[2], s[3]]
  for (const { lane, bits } of MOVES) {
    const [nextLow, nextHigh] = [s[2 * lane], s[2 * lane + 1]]
    s[2 * lane] = rotated(low, high, bits, 0)
    s[2 * lane + 1] = rotated(low, high, bits, 1)
    ;[low, high] = [nextLow, nextHigh]
  }
}

function chi(s, row) {
  for (let y = 0; y < 2 * LANES; y += 10) {
    for (let i = 0; i < 10; i++) row[i] = s[y + i]
    for (let i = 0; i < 10; i++) s[y + i] ^= ~row[(i + 2) % 10] & row[(i + 4) % 10]
  }
}

/** A sponge with the members of the class `Keccak` of @noble/hashes, which other classes extend. */
export class Keccak {
  constructor(blockLen, suffix, outputLen, enableXOF = false, rounds = ROUNDS) {
    this.blockLen = integer(blockLen, 'blockLen', 1, STATE_BYTES - 1)
    this.suffix = integer(suffix, 'suffix', 0, 255)
    this.outputLen = integer(outputLen, 'outputLen', 0, MOST_OUTPUT)
    this.enableXOF = enableXOF
    this.canXOF = enableXOF
    this.rounds = integer(rounds, 'rounds', 1, ROUNDS)
    this.pos = 0
    this.posOut = 0
    this.finished = false
    this.destroyed = false
    this.state = new Uint8Array(STATE_BYTES)
    this.state32 = new Uint32Array(this.state.buffer)
  }

  keccak() {
    this.#swap()
    keccakP(this.state32, this.rounds)
    this.#swap()
    this.pos = 0
    this.posOut = 0
  }

  update(data) {
    bytes(data, 'data')
    if (this.destroyed || this.finished) throw new Error('update: the message has ended')
    for (const byte of data) {
      this.state[this.pos++] ^= byte
      if (this.pos === this.blockLen) this.keccak()
    }
    return this
  }

  finish() {
    if (this.finished) return
    this.finished = true
    this.state[this.pos] ^= this.suffix
    // The suffix may already set the last bit of the block, where the padding ends.
    if ((this.suffix & 0x80) !== 0 && this.pos === this.blockLen - 1) this.keccak()
    this.state[this.blockLen - 1] ^= 0x80
    this.keccak()
  }

  writeInto(out) {
    bytes(out, 'out')
    if (this.destroyed) throw new Error('the hasher has ended')
    this.finish()
    for (let i = 0; i < out.length; i++) {
      if (this.posOut === this.blockLen) this.keccak()
      out[i] = this.state[this.posOut++]
    }
    return out
  }

  xofInto(out) {
    if (!this.enableXOF) throw new Error('this hasher has a fixed output length; use digest()')
    return this.writeInto(out)
  }

  xof(length) {
    return this.xofInto(new Uint8Array(integer(length, 'length', 0, MOST_OUTPUT)))
  }

  digestInto(out) {
    if (bytes(out, 'out').length < this.outputLen) {
      throw new RangeError(`out has ${out.length} bytes; ${this.outputLen} required`)
    }
    if (this.finished) throw new Error('digest: the message has ended')
    this.writeInto(out.subarray(0, this.outputLen))
    this.destroy()
    return out
  }

  digest() {
    return this.digestInto(new Uint8Array(this.outputLen))
  }

  destroy() {
    this.destroyed = true
    this.state.fill(0)
  }

  _cloneInto(to) {
    to ??= new Keccak(this.blockLen, this.suffix, this.outputLen, this.enableXOF, this.rounds)
    const { blockLen, suffix, outputLen, enableXOF, canXOF, rounds, pos, posOut, finished, destroyed } = this
    Object.assign(to, { blockLen, suffix, outputLen, enableXOF, canXOF, rounds, pos, posOut, finished, destroyed })
    to.state32.set(this.state32)
    return to
  }

  clone() {
    return this._cloneInto()
  }

  /** On a big-endian machine, swaps the words: the bytes of a lane are little-endian. */
  #swap() {
    if (!BIG_ENDIAN) return
    const view = new DataView(this.state.buffer)
    this.state32.forEach((word, i) => view.setUint32(4 * i, word, true))
  }
}
