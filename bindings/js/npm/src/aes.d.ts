import type { Bytes } from './types.js'

export * from './common.js'

declare abstract class Aes {
  /**
   * Encrypts 16-byte blocks, each independently. This is the bare cipher, not a mode of operation: equal blocks are
   * encrypted to equal blocks. For messages, use authenticated encryption, such as `lakeKeyak`.
   * @param blocks A multiple of 16 bytes.
   * @param out Receives the result and is returned; by default a new array. Pass `blocks` to encrypt in place.
   * @throws {RangeError} If the length is not a multiple of 16, or `out` is too short or begins inside `blocks`.
   */
  encrypt(blocks: Uint8Array): Bytes
  encrypt<T extends Uint8Array>(blocks: Uint8Array, out: T): T
  /** Wipes the key. */
  destroy(): void
}

/**
 * AES-128 on blocks.
 *
 * ```js
 * const aes = new Aes128(key) // 16 bytes
 * aes.encrypt(new Uint8Array(32)) // two blocks
 * ```
 * @throws {RangeError} If the key does not have 16 bytes.
 */
export class Aes128 extends Aes {
  constructor(key: Uint8Array)
}

/** AES-192 on blocks: a key of 24 bytes. */
export class Aes192 extends Aes {
  constructor(key: Uint8Array)
}

/** AES-256 on blocks: a key of 32 bytes. */
export class Aes256 extends Aes {
  constructor(key: Uint8Array)
}
