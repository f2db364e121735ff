import type { Bytes } from './types.js'

/** A value of an elementary type of the ABI. */
export type AbiValue = bigint | number | boolean | string | Uint8Array

/**
 * Encodes values as Solidity's `abi.encode` does.
 *
 * ```js
 * encode(['address', 'uint256'], ['0x1111111111111111111111111111111111111111', 5000000000000000000n])
 * ```
 *
 * Static arrays and tuples of static types are encoded like their elements one after another, so list the elements.
 * @param types `uint8` to `uint256`, `int8` to `int256`, `address`, `bool`, `bytes1` to `bytes32`, `bytes`, `string`.
 * @param values A number is a bigint, a safe integer, or a string of digits; an address or bytes are a Uint8Array, or
 * `0x` followed by hexadecimal digits.
 * @throws {TypeError | RangeError} For other types, and for values outside their type.
 */
export function encode(types: readonly string[], values: readonly AbiValue[]): Bytes

/** One proof for several values. */
export interface MultiProof {
  /** The hashes that can't be computed from the values. */
  readonly proof: readonly Uint8Array[]
  /** For each node: true if both its children are computed, false if one of them is the next hash of the proof. */
  readonly proofFlags: readonly boolean[]
}

export interface TreeOptions {
  /** Whether to sort the leaves by their bytes; true by default. */
  sortLeaves?: boolean
}

/** The members of both kinds of tree. Indices count values in the order you passed them. */
declare class Tree {
  protected constructor()
  /** The number of values. */
  readonly length: number
  readonly root: Bytes
  /** All nodes, one after another, root first: `tree` in OpenZeppelin's `dump()`. */
  readonly nodes: Bytes
  /** The position of a value's leaf among the nodes. */
  treeIndex(index: number): number
  /**
   * Returns the proof that a value is in the tree.
   * @throws {RangeError} If there is no such value.
   */
  getProof(index: number): Bytes[]
  /**
   * Returns one proof for several values; verify them in the order of its `indices`.
   * @throws {RangeError} If there is no such value, or it is listed twice.
   */
  getMultiProof(indices: readonly number[]): { indices: number[]; proof: Bytes[]; proofFlags: boolean[] }
}

/**
 * A tree like OpenZeppelin's `StandardMerkleTree`, from encoded values.
 *
 * ```js
 * const values = accounts.map((account) => encode(['address', 'uint256'], [account, 1n]))
 * const tree = StandardMerkleTree.of(values)
 * StandardMerkleTree.verify(tree.root, values[1], tree.getProof(1)) // true
 * ```
 */
export class StandardMerkleTree extends Tree {
  /**
   * Creates a tree.
   * @throws {RangeError} If there are no values.
   */
  static of(values: readonly Uint8Array[], options?: TreeOptions): StandardMerkleTree
  /** Whether a tree with this root contains this encoded value. */
  static verify(root: Uint8Array, value: Uint8Array, proof: readonly Uint8Array[]): boolean
  /**
   * Whether a tree with this root contains these encoded values, in the order of `getMultiProof`. As in OpenZeppelin's
   * package and contract, the root alone is a valid proof for an empty array.
   */
  static verifyMultiProof(root: Uint8Array, values: readonly Uint8Array[], multiProof: MultiProof): boolean
}

/**
 * A tree like OpenZeppelin's `SimpleMerkleTree`: values are 32-byte hashes and the leaves themselves. Someone who can
 * choose a leaf can pass off a node as one, so make each value the hash of something that can't be a node.
 */
export class SimpleMerkleTree extends Tree {
  static of(values: readonly Uint8Array[], options?: TreeOptions): SimpleMerkleTree
  static verify(root: Uint8Array, value: Uint8Array, proof: readonly Uint8Array[]): boolean
  static verifyMultiProof(root: Uint8Array, values: readonly Uint8Array[], multiProof: MultiProof): boolean
}

export {}
