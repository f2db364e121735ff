import type { Bytes, Description } from './types.js'

/** A hash function of this package that takes only a message: `keccak256`, `sha3_256`, `kt128`, ... */
export interface TreeHash extends Description {
  (message: Uint8Array): Bytes
  many(messages: readonly Uint8Array[]): Bytes[]
  flat(data: Uint8Array, each: number): Bytes
}

/** The options of merkletreejs, with its names. Each is off by default. */
export interface MerkleTreeOptions {
  /** Leaves are messages, which the tree hashes. Otherwise leaves are already hashes. */
  hashLeaves?: boolean
  /** Sorts the hashes of the leaves by their bytes. */
  sortLeaves?: boolean
  /** Hashes the two children of each node in the order of their bytes. */
  sortPairs?: boolean
  /** Both `sortLeaves` and `sortPairs`. */
  sort?: boolean
}

/** A hash in a proof, and its side of the pair. */
export interface Neighbour {
  readonly position: 'left' | 'right'
  readonly data: Bytes
}

/**
 * A tree like that of the package merkletreejs, with a hash function of this package. If a level's last node has no
 * neighbour, it moves up to the next level unchanged.
 *
 * ```js
 * const leaves = keccak256.many([utf8('a'), utf8('b'), utf8('c')])
 * const tree = new MerkleTree(leaves, keccak256, { sortPairs: true })
 * MerkleTree.verify(tree.proof(2), leaves[2], tree.root, keccak256, { sortPairs: true }) // true
 * ```
 *
 * A leaf that consists of two hashes has the same hash as a node: use these trees only if all leaves have the same
 * length, but not the length of two hashes. Indices count leaves in the order you passed them.
 */
export class MerkleTree {
  /**
   * @throws {RangeError} If there are no leaves, or a leaf should be a hash and has a different length.
   */
  constructor(leaves: readonly Uint8Array[], hash: TreeHash, options?: MerkleTreeOptions)
  /** The number of leaves. */
  readonly length: number
  readonly root: Bytes
  /** The position of a leaf in the tree, whose leaves may be sorted. */
  leafIndex(index: number): number
  /**
   * Returns the proof that a leaf is in the tree.
   * @throws {RangeError} If there is no such leaf.
   */
  proof(index: number): Neighbour[]
  /**
   * Whether a tree with this root contains this leaf. Pass the tree's options; if they sort pairs, a proof may consist
   * of hashes alone.
   */
  static verify(
    proof: readonly (Pick<Neighbour, 'position'> & { readonly data: Uint8Array })[] | readonly Uint8Array[],
    leaf: Uint8Array,
    root: Uint8Array,
    hash: TreeHash,
    options?: MerkleTreeOptions,
  ): boolean
}
