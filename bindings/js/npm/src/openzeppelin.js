// Trees like those of the package @openzeppelin/merkle-tree, from encoded values.

import { array, bytes, kindOf } from './checks.js'
import { keccak256 } from './keccak.js'
import {
  atLeastOne,
  equal,
  hashesOf,
  hashPairs,
  joined,
  leafIndex,
  node,
  nodeAbove,
  sortedIndices,
  switches,
} from './tree.js'

export { encode } from './abi.js'

const EACH = 32

/** The place of the other node with the same parent. */
const neighbour = (place) => ((place - 1) ^ 1) + 1
const above = (place) => (place - 1) >> 1

/** The leaves of encoded values, each hashed twice. */
const standardLeaves = (values, name) => keccak256.flat(hashesOf(keccak256, values, name), EACH)

class Tree {
  #nodes
  #places

  constructor(leaves, { sortLeaves = true } = {}) {
    const count = leaves.length / EACH
    const nodes = new Uint8Array((2 * count - 1) * EACH)
    const order = sortLeaves ? sortedIndices(leaves, EACH) : null
    const places = new Uint32Array(count)
    for (let i = 0; i < count; i++) {
      const value = order === null ? i : order[i]
      places[value] = 2 * count - 2 - i
      nodes.set(node(leaves, EACH, value), places[value] * EACH)
    }
    // Level by level: the children of a level's nodes are adjacent in memory.
    for (let end = count - 1; end > 0;) {
      const begin = 2 ** Math.floor(Math.log2(end)) - 1
      const below = nodes.subarray((2 * begin + 1) * EACH, (2 * end + 1) * EACH)
      hashPairs(keccak256, below, true, nodes.subarray(begin * EACH, end * EACH))
      end = begin
    }
    this.#nodes = nodes
    this.#places = places
  }

  get length() {
    return this.#places.length
  }

  get root() {
    return this.#node(0)
  }

  get nodes() {
    return this.#nodes.slice()
  }

  treeIndex(index) {
    return this.#places[leafIndex(index, this.length)]
  }

  getProof(index) {
    const proof = []
    for (let place = this.treeIndex(index); place > 0; place = above(place)) proof.push(this.#node(neighbour(place)))
    return proof
  }

  getMultiProof(indices) {
    const ordered = array(indices, 'indices', 'numbers').slice()
    ordered.forEach((index) => this.treeIndex(index))
    if (new Set(ordered).size !== ordered.length) {
      throw new RangeError('indices contains an index twice; list each one once')
    }
    ordered.sort((a, b) => this.#places[b] - this.#places[a])
    const places = ordered.map((index) => this.#places[index])
    const proof = places.length === 0 ? [this.root] : []
    const proofFlags = []
    for (let i = 0; i < places.length && places[i] > 0; i++) {
      const isKnown = places[i + 1] === neighbour(places[i])
      proofFlags.push(isKnown)
      if (!isKnown) proof.push(this.#node(neighbour(places[i])))
      places.push(above(places[i]))
      if (isKnown) i++
    }
    return { indices: ordered, proof, proofFlags }
  }

  #node(place) {
    return node(this.#nodes, EACH, place).slice()
  }
}

function checked(values, options) {
  atLeastOne(values, 'values')
  switches(options, ['sortLeaves'])
}

export class StandardMerkleTree extends Tree {
  static of(values, options) {
    checked(values, options)
    return new StandardMerkleTree(standardLeaves(values, 'values'), options)
  }

  static verify(root, value, proof) {
    return verify(root, standardLeaves([bytes(value, 'value')], 'values'), proof)
  }

  static verifyMultiProof(root, values, multiProof) {
    return verifyMultiProof(root, standardLeaves(values, 'values'), multiProof)
  }
}

export class SimpleMerkleTree extends Tree {
  static of(values, options) {
    checked(values, options)
    return new SimpleMerkleTree(joined(values, EACH, 'values'), options)
  }

  static verify(root, value, proof) {
    return verify(root, joined([bytes(value, 'value')], EACH, 'values'), proof)
  }

  static verifyMultiProof(root, values, multiProof) {
    return verifyMultiProof(root, joined(values, EACH, 'values'), multiProof)
  }
}

/** Returns the hashes of a proof, or null if one has the wrong length. */
function hashesIn(proof) {
  array(proof, 'proof').forEach((hash, i) => bytes(hash, `proof[${i}]`))
  return proof.every((hash) => hash.length === EACH) ? proof : null
}

function verify(root, leaf, proof) {
  bytes(root, 'root')
  const hashes = hashesIn(proof)
  if (hashes === null) return false
  return equal(
    hashes.reduce((below, hash) => nodeAbove(keccak256, below, hash, true), leaf),
    root,
  )
}

function verifyMultiProof(root, leaves, multiProof) {
  bytes(root, 'root')
  if (multiProof === null || typeof multiProof !== 'object') {
    throw new TypeError(`multiProof must be an object with proof and proofFlags, not ${kindOf(multiProof)}`)
  }
  const hashes = hashesIn(multiProof.proof)
  const flags = array(multiProof.proofFlags, 'proofFlags', 'booleans')
  const count = leaves.length / EACH
  if (hashes === null || count + hashes.length !== flags.length + 1) return false
  const nodes = Array.from({ length: count }, (_, i) => node(leaves, EACH, i))
  let used = 0
  let next = 0
  for (const flag of flags) {
    const one = nodes[used++]
    const other = flag ? nodes[used++] : hashes[next++]
    if (one === undefined || other === undefined) return false
    nodes.push(nodeAbove(keccak256, one, other, true))
  }
  // The counts imply that exactly one node or one hash is left.
  return equal(used < nodes.length ? nodes[used] : hashes[next], root)
}
