import { absorb, absorbTuple, begin, finish } from './calls.js'
import { running } from './family.js'
import { BUFFER_BYTES } from './instance.js'

/** Hashes one message. */
export function digestOne(fn, inputs, message) {
  const length = message.length + inputs.trailing.length
  const { outputLen } = inputs
  if (length > BUFFER_BYTES || outputLen > BUFFER_BYTES) return digestInPieces(fn, inputs, message, absorb)
  const m = running(fn)
  m.busy = true
  if (fn.kind.begun) begin(m, fn, inputs)
  m.buffer.set(message)
  if (inputs.trailing.length > 0) m.buffer.set(inputs.trailing, message.length)
  m.digest(fn.index, length, outputLen)
  const out = m.output.slice(0, outputLen)
  m.wipeOutput(outputLen)
  if (fn.kind.begun) m.state(fn.index).fill(0)
  m.busy = false
  return out
}

/** Hashes one tuple. */
export function digestTuple(fn, inputs, elements) {
  return digestInPieces(fn, inputs, elements, absorbTuple)
}

/**
 * Hashes a tuple, a message too long for the buffer, or one whose output is too long for one call. `append` appends it
 * to the message in the state.
 */
function digestInPieces(fn, inputs, message, append) {
  const m = running(fn)
  // Allocated before the module has any of the message, since the allocation may fail.
  const out = new Uint8Array(inputs.outputLen)
  m.busy = true
  begin(m, fn, inputs)
  append(m, fn, message)
  finish(m, fn, inputs, out)
  m.busy = false
  return out
}
