import type { Bytes, HashFunction } from './types.js'

/** A message in pieces, with the API of @noble/hashes. Like its version 1, hashes strings as UTF-8. */
export interface NobleHasher {
  readonly outputLen: number
  readonly blockLen: number
  readonly canXOF: boolean
  readonly finished: boolean
  readonly destroyed: boolean
  update(data: Uint8Array | string): this
  digest(): Bytes
  digestInto<T extends Uint8Array>(out: T): T
  /** Fills `out` with the next bytes of the output; for SHA-3 and Keccak, at most `outputLen` bytes in total. */
  writeInto<T extends Uint8Array>(out: T): T
  /** @throws {TypeError} For SHA-3 and Keccak, whose output has a fixed length. */
  xof(length: number): Bytes
  xofInto<T extends Uint8Array>(out: T): T
  clone(): NobleHasher
  /** Makes `to` (by default, a new hasher) a copy of this hasher, and returns it. */
  _cloneInto(to?: NobleHasher): NobleHasher
  destroy(): void
}

/** The properties of all functions. */
interface Description {
  readonly outputLen: number
  readonly blockLen: number
  readonly canXOF: boolean
}

/** SHA-3 or Keccak, with the API of @noble/hashes. */
export interface Fixed extends Description, Pick<HashFunction, 'many' | 'flat' | 'load'> {
  (message: Uint8Array | string): Bytes
  create(): NobleHasher
}

/** The option of SHAKE in @noble/hashes. */
export interface ShakeOpts {
  /** The length of the output in bytes, 0 or more. */
  readonly dkLen?: number | undefined
}

/** SHAKE, with the API of @noble/hashes. */
export interface Shake extends Description {
  (message: Uint8Array | string, options?: ShakeOpts): Bytes
  create(options?: ShakeOpts): NobleHasher
  /** The object identifier in DER. */
  readonly oid: Bytes
}

export const sha3_224: Fixed & { readonly oid: Bytes }
export const sha3_256: Fixed & { readonly oid: Bytes }
export const sha3_384: Fixed & { readonly oid: Bytes }
export const sha3_512: Fixed & { readonly oid: Bytes }
export const keccak_224: Fixed
export const keccak_256: Fixed
export const keccak_384: Fixed
export const keccak_512: Fixed
/** SHAKE128, by default 16 bytes. */
export const shake128: Shake
/** SHAKE256, by default 32 bytes. */
export const shake256: Shake
/** SHAKE128, by default 32 bytes. */
export const shake128_32: Shake
/** SHAKE256, by default 64 bytes. */
export const shake256_64: Shake

/**
 * Applies Keccak-p[1600] to 25 lanes, each a low word and a high word.
 * @param rounds 1 to 24: how many of the permutation's last rounds to apply.
 */
export function keccakP(state: Uint32Array, rounds?: number): void

/** A sponge with any rate, suffix and number of rounds, in JavaScript. Slow; for code that builds on noble's class. */
export class Keccak {
  constructor(blockLen: number, suffix: number, outputLen: number, enableXOF?: boolean, rounds?: number)
  blockLen: number
  suffix: number
  outputLen: number
  canXOF: boolean
  protected enableXOF: boolean
  protected rounds: number
  protected state: Bytes
  protected state32: Uint32Array
  protected pos: number
  protected posOut: number
  protected finished: boolean
  protected destroyed: boolean
  protected keccak(): void
  protected finish(): void
  protected writeInto<T extends Uint8Array>(out: T): T
  update(data: Uint8Array): this
  digest(): Bytes
  digestInto<T extends Uint8Array>(out: T): T
  xof(length: number): Bytes
  xofInto<T extends Uint8Array>(out: T): T
  clone(): Keccak
  _cloneInto(to?: Keccak): Keccak
  destroy(): void
}
