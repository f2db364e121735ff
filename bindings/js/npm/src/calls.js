// Operations that take several calls of the module's exports. None touches `busy`: the caller sets it before the first
// export and clears it after the last.

import { BUFFER_BYTES } from './instance.js'

/** Sets the state to the empty message of a function with these inputs. */
export function begin(m, fn, inputs) {
  if (inputs.state !== null) {
    m.state(fn.index).set(inputs.state)
    return
  }
  let length = 0
  if (fn.kind.begun) {
    m.buffer.set(inputs.header)
    length = inputs.header.length
  }
  const code = m.exports.begin(fn.index, length)
  if (code !== 0) throw new RangeError(`${fn.name} rejects these options (code ${code})`)
  if (inputs === fn.defaults) inputs.state = m.state(fn.index).slice()
}

/** Appends to the message in the state. */
export function absorb(m, fn, data) {
  const { length } = data
  if (length <= BUFFER_BYTES) {
    m.buffer.set(data)
    m.exports.update(fn.index, length)
    return
  }
  for (let at = 0; at < length; at += BUFFER_BYTES) {
    const piece = data.subarray(at, at + BUFFER_BYTES)
    m.buffer.set(piece)
    m.exports.update(fn.index, piece.length)
  }
}

/** Appends the elements of a tuple to the message in the state. */
export function absorbTuple(m, fn, elements) {
  for (const element of elements) {
    m.exports.element(fn.index, element.length)
    absorb(m, fn, element)
  }
}

/** Reads the next bytes of the output. */
export function squeeze(m, fn, out) {
  for (let at = 0; at < out.length; at += BUFFER_BYTES) {
    const length = Math.min(BUFFER_BYTES, out.length - at)
    m.exports.read(fn.index, length)
    out.set(m.prefix(length), at)
    m.wipeOutput(length)
  }
}

/** Ends the message in the state, reads its output, and wipes the state. */
export function finish(m, fn, inputs, out) {
  if (inputs.trailing.length > 0) absorb(m, fn, inputs.trailing)
  m.exports.finalize(fn.index)
  squeeze(m, fn, out)
  m.state(fn.index).fill(0)
}
