import type { Bytes, Description } from './types.js'

/** A hash function of this package that takes messages alone: `keccak256`, `sha3_256`, `kt128`, ... */
export interface TreeHash extends Description {
  (message: Uint8Array): Bytes
  many(messages: readonly Uint8Array[]): Bytes[]
  flat(data: Uint8Array, each: number): Bytes
}

/** The options of merkletreejs, by its names. By default, each is off. */
export interface MerkleTreeOptions {
  /** Leaves are messages that the tree hashes. Else they are hashes. */
  hashLeaves?: boolean
  /** The hashes of leaves are sorted by their bytes. */
  sortLeaves?: boolean
  /** A node is the hash of the two below it in the order of their bytes. */
  sortPairs?: boolean
  /** Both of them. */
  sort?: boolean
}

/** A hash of a proof, and on which side of its pair it is. */
export interface Neighbour {
  readonly position: 'left' | 'right'
  readonly data: Bytes
}

/**
 * A tree as the package merkletreejs makes it, by a hash function of this package. A level's last node, if it has no
 * neighbour, rises to the next level as it is.
 *
 * ```js
 * const leaves = keccak256.many([utf8('a'), utf8('b'), utf8('c')])
 * const tree = new MerkleTree(leaves, keccak256, { sortPairs: true })
 * MerkleTree.verify(tree.proof(2), leaves[2], tree.root, keccak256, { sortPairs: true }) // true
 * ```
 *
 * A node is also the hash of a leaf that consists of two hashes: use these trees only where all leaves have one length
 * that is not the length of two hashes. Indices are those of the leaves, in the order in which the tree was given them.
 */
export class MerkleTree {
  /**
   * @throws {RangeError} If there are no leaves, or one is not a hash where it has to be.
   */
  constructor(leaves: readonly Uint8Array[], hash: TreeHash, options?: MerkleTreeOptions)
  /** The number of leaves. */
  readonly length: number
  readonly root: Bytes
  /** The place of a leaf in the tree, where leaves may be sorted. */
  leafIndex(index: number): number
  /**
   * The proof that the tree has a leaf.
   * @throws {RangeError} If there is no such leaf.
   */
  proof(index: number): Neighbour[]
  /**
   * Whether a tree with this root has this leaf. The options are those of the tree; where they sort pairs, a proof may
   * consist of hashes alone.
   */
  static verify(
    proof: readonly (Pick<Neighbour, 'position'> & { readonly data: Uint8Array })[] | readonly Uint8Array[],
    leaf: Uint8Array,
    root: Uint8Array,
    hash: TreeHash,
    options?: MerkleTreeOptions,
  ): boolean
}
