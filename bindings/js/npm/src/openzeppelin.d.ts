import type { Bytes } from './types.js'

/** A value of an elementary type of the ABI. */
export type AbiValue = bigint | number | boolean | string | Uint8Array

/**
 * Returns values as `abi.encode` of Solidity does.
 *
 * ```js
 * encode(['address', 'uint256'], ['0x1111111111111111111111111111111111111111', 5000000000000000000n])
 * ```
 *
 * Static arrays and tuples of static types are encoded as their elements one after another, so list these.
 * @param types `uint8` to `uint256`, `int8` to `int256`, `address`, `bool`, `bytes1` to `bytes32`, `bytes`, `string`.
 * @param values Numbers are bigints, integers that a number represents exactly, or their digits in a string; an address
 * and bytes are a Uint8Array, or hexadecimal digits after `0x`.
 * @throws {TypeError | RangeError} For other types, and for a value that its type does not have.
 */
export function encode(types: readonly string[], values: readonly AbiValue[]): Bytes

/** One proof for several values. */
export interface MultiProof {
  /** The hashes that can't be computed from the values. */
  readonly proof: readonly Uint8Array[]
  /** For each node, whether both below it are computed, or one of them is the next hash. */
  readonly proofFlags: readonly boolean[]
}

export interface TreeOptions {
  /** Whether leaves are sorted by their bytes, by default true. */
  sortLeaves?: boolean
}

/** What trees of both kinds have. Indices are those of the values, in the order in which the tree was given them. */
declare class Tree {
  protected constructor()
  /** The number of values. */
  readonly length: number
  readonly root: Bytes
  /** All nodes, one after the other, from the root on: `tree` of OpenZeppelin's `dump()`. */
  readonly nodes: Bytes
  /** The place of a value's leaf among the nodes. */
  treeIndex(index: number): number
  /**
   * The proof that the tree has a value.
   * @throws {RangeError} If there is no such value.
   */
  getProof(index: number): Bytes[]
  /**
   * One proof for several values; `indices` is the order in which they are verified.
   * @throws {RangeError} If a value is not there, or is listed twice.
   */
  getMultiProof(indices: readonly number[]): { indices: number[]; proof: Bytes[]; proofFlags: boolean[] }
}

/**
 * A tree as OpenZeppelin's `StandardMerkleTree` is, of encoded values.
 *
 * ```js
 * const values = accounts.map((account) => encode(['address', 'uint256'], [account, 1n]))
 * const tree = StandardMerkleTree.of(values)
 * StandardMerkleTree.verify(tree.root, values[1], tree.getProof(1)) // true
 * ```
 */
export class StandardMerkleTree extends Tree {
  /**
   * Makes a tree.
   * @throws {RangeError} If there are no values.
   */
  static of(values: readonly Uint8Array[], options?: TreeOptions): StandardMerkleTree
  /** Whether a tree with this root has this encoded value. */
  static verify(root: Uint8Array, value: Uint8Array, proof: readonly Uint8Array[]): boolean
  /**
   * Whether a tree with this root has these encoded values, in the order of `getMultiProof`. As in OpenZeppelin's
   * package and contract, the root itself proves that it has the values of an empty array.
   */
  static verifyMultiProof(root: Uint8Array, values: readonly Uint8Array[], multiProof: MultiProof): boolean
}

/**
 * A tree as OpenZeppelin's `SimpleMerkleTree` is: values are hashes of 32 bytes, and leaves themselves. Whoever chooses
 * such a leaf can choose a node, unless each is the hash of something that is not a node.
 */
export class SimpleMerkleTree extends Tree {
  static of(values: readonly Uint8Array[], options?: TreeOptions): SimpleMerkleTree
  static verify(root: Uint8Array, value: Uint8Array, proof: readonly Uint8Array[]): boolean
  static verifyMultiProof(root: Uint8Array, values: readonly Uint8Array[], multiProof: MultiProof): boolean
}

export {}
