// What both shapes of tree share: leaves, their order, and the nodes above pairs, hashed many per call.

import { array, boolean, bytes, integer, kindOf, options as checkOptions } from './checks.js'
import { BUFFER_BYTES, MOST_MESSAGES } from './instance.js'

/** Returns the digests of an array of messages, concatenated. */
export function hashesOf(hash, messages, name) {
  array(messages, name)
  // In its errors, many() would count from the first message of each call.
  for (let i = 0; i < messages.length; i++) element(messages[i], name, i)
  const { outputLen } = hash
  const hashes = new Uint8Array(messages.length * outputLen)
  for (let first = 0; first < messages.length; first += MOST_MESSAGES) {
    const digests = hash.many(messages.slice(first, first + MOST_MESSAGES))
    for (let i = 0; i < digests.length; i++) hashes.set(digests[i], (first + i) * outputLen)
  }
  return hashes
}

/** Returns an element of an array if it is bytes. Builds its name only for the error. */
function element(value, name, index) {
  return value instanceof Uint8Array && value.length > 0 ? value : bytes(value, `${name}[${index}]`)
}

/** Returns the hashes of an array, concatenated. */
export function joined(hashes, each, name) {
  array(hashes, name)
  const all = new Uint8Array(hashes.length * each)
  for (let i = 0; i < hashes.length; i++) {
    const hash = element(hashes[i], name, i)
    if (hash.length !== each) {
      throw new RangeError(`${name}[${i}] has ${hash.length} bytes, but a hash has ${each}; hash the ${name} first`)
    }
    all.set(hash, i * each)
  }
  return all
}

/** Throws unless `options` is undefined or an object with only these options, each true or false. */
export function switches(options, names) {
  checkOptions(options, names)
  for (const name of names) if (options?.[name] !== undefined) boolean(options[name], name)
}

/** Throws if there are no leaves. */
export function atLeastOne(leaves, name) {
  if (array(leaves, name).length === 0) throw new RangeError(`${name} is empty; a tree requires at least one leaf`)
}

/** Returns the view of one node. */
export function node(nodes, each, index) {
  return nodes.subarray(index * each, (index + 1) * each)
}

/** Returns `index` if there is such a leaf. */
export function leafIndex(index, count) {
  return integer(index, 'index', 0, count - 1)
}

/** Returns `hash` if it is a function of this package with digests of one length and no input but messages. */
export function plainHash(hash) {
  if (typeof hash === 'function' && typeof hash.flat === 'function' && hash.outputLen > 0 && !hash.verify) return hash
  throw new TypeError(`hash must be a hash function of this package, such as keccak256, not ${kindOf(hash)}`)
}

/** Compares two hashes of one length: less than 0, 0, or more. */
export function compare(data, a, other, b, each) {
  for (let i = 0; i < each; i++) {
    const difference = data[a + i] - other[b + i]
    if (difference !== 0) return difference
  }
  return 0
}

/** Whether two byte strings are equal. */
export function equal(one, other) {
  return one.length === other.length && compare(one, 0, other, 0, one.length) === 0
}

/**
 * Returns the indices of hashes in the order of their bytes; equal hashes keep their order. A JavaScript number has 53
 * bits, room for the first bits of a hash and its index, so the engine sorts plain numbers without calling back.
 */
export function sortedIndices(hashes, each) {
  const count = hashes.length / each
  const indices = 2 ** Math.ceil(Math.log2(count))
  const prefixes = Math.min(2 ** 53 / indices, 2 ** 32)
  const keys = new Float64Array(count)
  for (let i = 0; i < count; i++)
    keys[i] = Math.floor((first32Bits(hashes, i, each) / 2 ** 32) * prefixes) * indices + i
  keys.sort()
  const order = Uint32Array.from(keys, (key) => key % indices)
  for (let begin = 0; begin < count;) {
    const prefix = Math.floor(keys[begin] / indices)
    let end = begin + 1
    while (end < count && Math.floor(keys[end] / indices) === prefix) end++
    if (end - begin > 1) {
      order.subarray(begin, end).sort((a, b) => compare(hashes, a * each, hashes, b * each, each) || a - b)
    }
    begin = end
  }
  return order
}

function first32Bits(hashes, index, each) {
  let bits = 0
  for (let i = 0; i < 4; i++) bits = bits * 256 + (i < each ? hashes[index * each + i] : 0)
  return bits
}

/** Writes the nodes above pairs of neighbours; if `sorted`, the smaller of a pair is hashed first. */
export function hashPairs(hash, nodes, sorted, out) {
  const each = hash.outputLen
  if (!sorted) {
    out.set(hash.flat(nodes, 2 * each))
    return
  }
  const most = Math.max(1, Math.floor(BUFFER_BYTES / (2 * each))) * 2 * each
  const scratch = new Uint8Array(Math.min(most, nodes.length))
  const words = each % 4 === 0 ? new Uint32Array(scratch.buffer) : scratch
  for (let begin = 0; begin < nodes.length; begin += most) {
    const pairs = nodes.subarray(begin, begin + most)
    scratch.set(pairs)
    sortPairs(scratch, words, pairs.length, each)
    out.set(hash.flat(scratch.subarray(0, pairs.length), 2 * each), begin / 2)
  }
}

/** Swaps the halves of pairs whose second half is the smaller. `words` and `data` share memory. */
function sortPairs(data, words, length, each) {
  const half = (each * words.length) / data.length
  for (let pair = 0; pair < length; pair += 2 * each) {
    if (compare(data, pair, data, pair + each, each) <= 0) continue
    const left = (pair / each) * half
    for (let i = left; i < left + half; i++) {
      const word = words[i]
      words[i] = words[i + half]
      words[i + half] = word
    }
  }
}

/** Returns the node above two others. */
export function nodeAbove(hash, left, right, sorted) {
  const pair = new Uint8Array(2 * hash.outputLen)
  pair.set(left)
  pair.set(right, hash.outputLen)
  const out = new Uint8Array(hash.outputLen)
  hashPairs(hash, pair, sorted, out)
  return out
}
