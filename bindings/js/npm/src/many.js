// Many messages in one call of the module, which hashes them side by side in vector registers.

import { begin } from './calls.js'
import { apart, array, bytes, countOf, outputFor } from './checks.js'
import { running } from './family.js'
import { BUFFER_BYTES, MOST_MESSAGES } from './instance.js'
import { digestOne } from './one.js'

/** Returns how many outputs of a length one call of the module can write. */
function room(outputLen) {
  return Math.min(MOST_MESSAGES, Math.floor(BUFFER_BYTES / outputLen))
}

/** Hashes the messages of an array. */
export function digestMany(fn, inputs, messages) {
  array(messages, 'messages')
  const count = messages.length
  // Each element is read only once, before the first call, since a getter could run another hash. Later, the digests
  // replace the messages.
  const results = new Array(count)
  for (let i = 0; i < count; i++) {
    const message = messages[i]
    results[i] = message instanceof Uint8Array && message.length > 0 ? message : bytes(message, `messages[${i}]`)
  }
  let done = 0
  while (done < count) {
    const batch = hashBatch(fn, inputs, results, done)
    if (batch === 0) results[done] = digestOne(fn, inputs, results[done])
    done += Math.max(batch, 1)
  }
  return results
}

/** Hashes as many messages from `first` on as fit into the module's memory, and returns their number. */
function hashBatch(fn, inputs, results, first) {
  const { outputLen, trailing } = inputs
  const m = running(fn)
  const end = Math.min(results.length, first + room(outputLen))
  m.busy = true
  if (fn.kind.begun) begin(m, fn, inputs)
  const { buffer, offsets, output } = m
  let used = 0
  let i = first
  for (; i < end; i++) {
    const message = results[i]
    const next = used + message.length + trailing.length
    if (next > BUFFER_BYTES) break
    buffer.set(message, used)
    if (trailing.length > 0) buffer.set(trailing, next - trailing.length)
    used = next
    offsets[i - first] = used
  }
  const count = i - first
  if (count > 0) m.exports.digest_rows(fn.index, count, outputLen)
  for (let row = 0; row < count; row++) {
    results[first + row] = output.slice(row * outputLen, (row + 1) * outputLen)
  }
  m.wipeOutput(count * outputLen)
  if (fn.kind.begun) m.state(fn.index).fill(0)
  m.busy = false
  return count
}

/** Hashes messages of equal length that lie one after another in `data`. */
export function digestFlat(fn, inputs, data, each, out) {
  bytes(data, 'data')
  const count = countOf(data, each)
  const { outputLen } = inputs
  const digests = outputFor(out, count * outputLen)
  if (out !== undefined) apart(out, data)
  const batch = Math.min(room(outputLen), Math.floor(BUFFER_BYTES / (each + inputs.trailing.length)))
  if (batch === 0) {
    for (let i = 0; i < count; i++) {
      digests.set(digestOne(fn, inputs, data.subarray(i * each, (i + 1) * each)), i * outputLen)
    }
    return digests
  }
  const m = running(fn)
  m.busy = true
  if (fn.kind.begun) begin(m, fn, inputs)
  for (let first = 0; first < count; first += batch) {
    const messages = Math.min(batch, count - first)
    fill(m, inputs.trailing, data, each, first, messages)
    m.exports.digest_each(fn.index, each + inputs.trailing.length, messages, outputLen)
    digests.set(m.prefix(messages * outputLen), first * outputLen)
    m.wipeOutput(messages * outputLen)
  }
  if (fn.kind.begun) m.state(fn.index).fill(0)
  m.busy = false
  return digests
}

/** Copies messages into the buffer, and appends `trailing` to each. */
function fill(m, trailing, data, each, first, messages) {
  if (trailing.length === 0) {
    m.buffer.set(data.subarray(first * each, (first + messages) * each))
    return
  }
  const step = each + trailing.length
  for (let i = 0; i < messages; i++) {
    m.buffer.set(data.subarray((first + i) * each, (first + i + 1) * each), i * step)
    m.buffer.set(trailing, i * step + each)
  }
}
