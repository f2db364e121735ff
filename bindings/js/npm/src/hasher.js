import { absorb, absorbTuple, begin, squeeze } from './calls.js'
import { bytes, integer, MOST_OUTPUT, tupleElement } from './checks.js'
import { CounterpointError } from './errors.js'
import { running } from './family.js'
import { PENDING_BYTES, returnPending, takePending } from './pending.js'
import { notSaved, savedForm, stateOf } from './saved.js'

// The phases of a hasher.
const ABSORBING = 0
const SQUEEZING = 1
const ENDED = 2

/**
 * A message hashed in pieces. Its state is a JavaScript array, copied into the module for each call, so a hasher needs
 * no freeing and never occupies the module. Small pieces wait in `pending`.
 */
export class Hasher {
  #fn
  #inputs
  #phase = ABSORBING
  #pending = takePending()
  #used = 0
  /** The module's state of the message; null as long as everything is in `pending`. */
  #state = null

  constructor(fn, inputs) {
    this.#fn = fn
    this.#inputs = inputs
  }

  /** Returns a hasher that has already called begin(), and so no longer reads the inputs. */
  static begun(fn, inputs) {
    const hasher = new Hasher(fn, inputs)
    hasher.#leave(hasher.#enter(), ABSORBING)
    return hasher
  }

  get outputLen() {
    return this.#inputs.outputLen
  }

  get blockLen() {
    return this.#fn.blockLen
  }

  update(data) {
    const message = data instanceof Uint8Array && data.length > 0 ? data : bytes(data, 'data')
    if (this.#phase !== ABSORBING) this.#refuse('update')
    if (this.#fn.kind.tuple) {
      throw new TypeError(`${this.#fn.name} hashes tuples, not one message; use element(bytes) for each element`)
    }
    const used = this.#used + message.length
    if (used <= PENDING_BYTES) {
      this.#pending.set(message, this.#used)
      this.#used = used
    } else {
      this.#append(message)
    }
    return this
  }

  element(data) {
    tupleElement(data, 'data')
    if (!this.#fn.kind.tuple) throw new TypeError(`${this.#fn.name} does not hash tuples; use update(bytes)`)
    if (this.#phase !== ABSORBING) this.#refuse('element')
    const m = this.#enter()
    absorbTuple(m, this.#fn, [data])
    this.#leave(m, ABSORBING)
    return this
  }

  digest() {
    if (this.#phase !== ABSORBING) this.#refuse('digest')
    const fn = this.#fn
    if (this.#state !== null || this.#inputs.outputLen > 64 || fn.kind.begun) return this.#end(this.#inputs.outputLen)
    // Everything is in `pending`, whose unused bytes are 0: one call of the module suffices, as without a hasher.
    const { outputLen } = this.#inputs
    const m = running(fn)
    m.busy = true
    m.buffer.set(this.#pending)
    m.digest(fn.index, this.#used, outputLen)
    const out = new Uint8Array(m.prefix(outputLen))
    m.wipeOutput(outputLen)
    m.busy = false
    this.destroy()
    return out
  }

  digestInto(out) {
    const { outputLen } = this.#inputs
    if (bytes(out, 'out').length < outputLen) {
      throw new RangeError(`out has ${out.length} bytes; ${outputLen} required`)
    }
    out.set(this.digest())
    return this
  }

  xof(length) {
    integer(length, 'length', 0, MOST_OUTPUT)
    return this.xofInto(new Uint8Array(length))
  }

  xofInto(out) {
    bytes(out, 'out')
    if (!this.#fn.kind.extendable) {
      throw new TypeError(`${this.#fn.name} has an output of ${this.#inputs.outputLen} bytes; use digest()`)
    }
    if (this.#phase === ENDED) this.#refuse('xof')
    const first = this.#phase === ABSORBING
    const m = this.#enter()
    if (first) this.#finalize(m)
    squeeze(m, this.#fn, out)
    this.#leave(m, SQUEEZING)
    return out
  }

  clone() {
    if (this.#phase === ENDED) this.#refuse('clone')
    const copy = new Hasher(this.#fn, this.#inputs)
    copy.#phase = this.#phase
    copy.#pending.set(this.#pending)
    copy.#used = this.#used
    copy.#state = this.#state === null ? null : this.#state.slice()
    return copy
  }

  save() {
    if (this.#phase !== ABSORBING) this.#refuse('save')
    const fn = this.#fn
    if (!fn.kind.saved)
      throw new TypeError(`messages of ${fn.name} have no saved form; keep the hasher, or a clone() of it`)
    const m = this.#enter()
    const length = m.exports.save(fn.index)
    const saved = savedForm(fn, m.output.subarray(0, length))
    m.wipeOutput(length)
    this.#leave(m, ABSORBING)
    return saved
  }

  /** Returns the hasher that save() wrote to `saved`. */
  static load(fn, inputs, saved) {
    const state = stateOf(fn, bytes(saved, 'saved'))
    const m = running(fn)
    m.busy = true
    m.buffer.set(state)
    const code = m.exports.load(fn.index, state.length)
    m.busy = false
    if (code !== 0) throw notSaved(fn)
    const hasher = new Hasher(fn, inputs)
    hasher.#leave(m, ABSORBING)
    return hasher
  }

  destroy() {
    this.#phase = ENDED
    if (this.#state !== null) this.#state.fill(0)
    this.#state = null
    if (this.#pending !== null) returnPending(this.#pending, this.#used)
    this.#pending = null
    this.#used = 0
  }

  /** Ends the message and the hasher. */
  #end(length) {
    const out = new Uint8Array(length)
    const m = this.#enter()
    this.#finalize(m)
    squeeze(m, this.#fn, out)
    m.state(this.#fn.index).fill(0)
    m.busy = false
    this.destroy()
    return out
  }

  #finalize(m) {
    if (this.#inputs.trailing.length > 0) absorb(m, this.#fn, this.#inputs.trailing)
    m.exports.finalize(this.#fn.index)
  }

  #append(message) {
    const m = this.#enter()
    absorb(m, this.#fn, message)
    this.#leave(m, ABSORBING)
  }

  /** Puts the state into the module, and appends what is pending. If a later call traps, the hasher has ended. */
  #enter() {
    const fn = this.#fn
    const m = running(fn)
    m.busy = true
    this.#phase = ENDED
    if (this.#state === null) begin(m, fn, this.#inputs)
    else m.state(fn.index).set(this.#state)
    if (this.#used > 0) {
      m.buffer.set(this.#pending)
      m.exports.update(fn.index, this.#used)
      this.#pending.fill(0, 0, this.#used)
      this.#used = 0
    }
    return m
  }

  /** Takes the state out of the module, and wipes it there. */
  #leave(m, phase) {
    const state = m.state(this.#fn.index)
    if (this.#state === null) this.#state = new Uint8Array(state)
    else this.#state.set(state)
    state.fill(0)
    m.busy = false
    this.#phase = phase
  }

  #refuse(method) {
    const reason = this.#phase === ENDED ? 'this hasher has ended' : 'this hasher has already produced output'
    throw new CounterpointError(
      'ERR_HASHER_ENDED',
      `${method}: ${reason}; create() a new one, or clone() it before digest()`,
    )
  }
}
