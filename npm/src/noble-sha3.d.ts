import type { Bytes, SavableXofHasher } from './types.js'

export {
  keccak224 as keccak_224,
  keccak256 as keccak_256,
  keccak384 as keccak_384,
  keccak512 as keccak_512,
  sha3_224,
  sha3_256,
  sha3_384,
  sha3_512,
} from './keccak.js'

/** The option of SHAKE in @noble/hashes. */
export interface ShakeOpts {
  /** The length of the output in bytes. */
  readonly dkLen?: number | undefined
}

/** SHAKE as @noble/hashes has it. */
export interface Shake {
  (message: Uint8Array, options?: ShakeOpts): Bytes
  create(options?: ShakeOpts): SavableXofHasher
  readonly outputLen: number
  readonly blockLen: number
  readonly canXOF: boolean
}

/** SHAKE128, by default 16 bytes. */
export const shake128: Shake
/** SHAKE256, by default 32 bytes. */
export const shake256: Shake
/** SHAKE128, by default 32 bytes. */
export const shake128_32: Shake
/** SHAKE256, by default 64 bytes. */
export const shake256_64: Shake
