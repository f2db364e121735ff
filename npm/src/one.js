import { absorb, absorbTuple, begin, finish } from './calls.js'
import { running } from './family.js'
import { BUFFER_BYTES } from './instance.js'

/** Hashes one message by a function with inputs. */
export function digestOne(fn, inputs, message) {
  const m = running(fn)
  const length = message.length + inputs.trailing.length
  const { outputLen } = inputs
  const short = length <= BUFFER_BYTES && outputLen <= BUFFER_BYTES
  m.busy = true
  if (!short || fn.kind.begun) begin(m, fn, inputs)
  if (!short) {
    absorb(m, fn, message)
    const out = new Uint8Array(outputLen)
    finish(m, fn, inputs, out)
    m.busy = false
    return out
  }
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
  const m = running(fn)
  const out = new Uint8Array(inputs.outputLen)
  m.busy = true
  begin(m, fn, inputs)
  absorbTuple(m, fn, elements)
  finish(m, fn, inputs, out)
  m.busy = false
  return out
}
