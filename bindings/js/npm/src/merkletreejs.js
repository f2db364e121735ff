// Trees like those of the package merkletreejs.

import { array, bytes, kindOf } from './checks.js'
import {
  atLeastOne,
  equal,
  hashesOf,
  hashPairs,
  joined,
  leafIndex,
  node,
  nodeAbove,
  plainHash,
  sortedIndices,
  switches,
} from './tree.js'

const OPTIONS = ['hashLeaves', 'sortLeaves', 'sortPairs', 'sort']

export class MerkleTree {
  #levels
  #places
  #each

  constructor(leaves, hash, options) {
    atLeastOne(leaves, 'leaves')
    switches(options, OPTIONS)
    const { sortLeaves, sortPairs, sort } = options ?? {}
    const each = plainHash(hash).outputLen
    let nodes = hashes(leaves, hash, options)
    const places = Uint32Array.from(leaves, (_, i) => i)
    if (sortLeaves || sort) {
      const unsorted = nodes.slice()
      sortedIndices(unsorted, each).forEach((leaf, place) => {
        places[leaf] = place
        nodes.set(node(unsorted, each, leaf), place * each)
      })
    }
    const levels = [nodes]
    while (nodes.length > each) {
      const pairs = nodes.length - (nodes.length % (2 * each))
      const above = new Uint8Array(pairs / 2 + (nodes.length - pairs))
      hashPairs(hash, nodes.subarray(0, pairs), Boolean(sortPairs || sort), above)
      above.set(nodes.subarray(pairs), pairs / 2)
      levels.push((nodes = above))
    }
    this.#levels = levels
    this.#places = places
    this.#each = each
  }

  get length() {
    return this.#places.length
  }

  get root() {
    return this.#levels[this.#levels.length - 1].slice()
  }

  leafIndex(index) {
    return this.#places[leafIndex(index, this.length)]
  }

  proof(index) {
    const proof = []
    let place = this.leafIndex(index)
    for (const level of this.#levels) {
      const data = node(level, this.#each, place ^ 1)
      if (data.length > 0) proof.push({ position: place % 2 === 1 ? 'left' : 'right', data: data.slice() })
      place >>= 1
    }
    return proof
  }

  static verify(proof, leaf, root, hash, options) {
    switches(options, OPTIONS)
    const sorted = Boolean(options?.sortPairs || options?.sort)
    const each = plainHash(hash).outputLen
    let below = hashes([bytes(leaf, 'leaf')], hash, options)
    bytes(root, 'root')
    for (const [i, neighbour] of array(proof, 'proof', 'hashes, with their positions').entries()) {
      const { position, data } = read(neighbour, i, sorted)
      if (data.length !== each) return false
      below = position === 'left' ? nodeAbove(hash, data, below, sorted) : nodeAbove(hash, below, data, sorted)
    }
    return equal(below, root)
  }
}

/** Returns the hashes of the leaves, which may already be hashes. */
function hashes(leaves, hash, options) {
  return options?.hashLeaves ? hashesOf(hash, leaves, 'leaves') : joined(leaves, hash.outputLen, 'leaves')
}

/** Returns a hash of a proof and its position, which may be missing if pairs are sorted. */
function read(neighbour, index, sorted) {
  const name = `proof[${index}]`
  const given = ArrayBuffer.isView(neighbour) || neighbour === null || typeof neighbour !== 'object' ? {} : neighbour
  const { position, data = neighbour } = given
  bytes(data, given === neighbour ? `${name}.data` : name)
  if (!sorted && position !== 'left' && position !== 'right') {
    throw new TypeError(
      `${name}.position must be 'left' or 'right' unless pairs are sorted, not ${kindOf(position)}`,
    )
  }
  return { position, data }
}
