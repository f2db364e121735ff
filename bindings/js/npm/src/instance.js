/** The length in bytes of the input and output buffers in modules of hash functions. */
export const BUFFER_BYTES = 65536
/** The longest output in bytes whose view is kept. */
const MOST_KEPT = 128
/** The most messages in one call. */
export const MOST_MESSAGES = 2048

/** A running module: its exports, and views of the memory it shares with JavaScript. */
export class Instance {
  constructor(exports, bufferBytes) {
    const memory = exports.memory.buffer
    /** Whether a call is in progress, or never returned (a trap, or stack overflow): then the instance is unusable. */
    this.busy = false
    this.exports = exports
    this.digest = exports.digest
    this.buffer = new Uint8Array(memory, exports.buffer(), bufferBytes)
    this.output = new Uint8Array(memory, exports.output(), BUFFER_BYTES)
    this.outputWords = new Float64Array(memory, exports.output(), BUFFER_BYTES / 8)
    this.offsets = exports.offsets === undefined ? null : new Uint32Array(memory, exports.offsets(), MOST_MESSAGES)
    this.states = []
    this.prefixes = new Array(MOST_KEPT + 1).fill(null)
  }

  /** The state of function `f`. */
  state(f) {
    return (this.states[f] ??= new Uint8Array(
      this.exports.memory.buffer,
      this.exports.state(),
      this.exports.state_bytes(f),
    ))
  }

  /** The first bytes of the output. `new Uint8Array(view)` is the fastest copy, but requires a view of that length. */
  prefix(length) {
    if (length > MOST_KEPT) return this.output.subarray(0, length)
    return (this.prefixes[length] ??= this.output.subarray(0, length))
  }

  /** Wipes the first bytes of the output. A few words are faster than fill(). */
  wipeOutput(length) {
    if (length > MOST_KEPT) {
      this.output.fill(0, 0, length)
      return
    }
    const words = this.outputWords
    for (let i = 0; 8 * i < length; i++) words[i] = 0
  }
}
