import type { Bytes } from './types.js'

/** A message that was encrypted. */
export interface Encrypted {
  /** As long as the plaintext. */
  readonly ciphertext: Bytes
  /** Authenticates this message and all before it. */
  readonly tag: Bytes
}

/** Messages that are encrypted, or decrypted, one after the other. Both sides handle all in the same order. */
export interface Session {
  /**
   * Encrypts the next message. `associated` is authenticated, but not sent.
   * @throws {RangeError} If the message and its associated data are longer than one call can take; split it then.
   * @throws {CounterpointError} `ERR_SESSION_ENDED`
   */
  encrypt(plaintext: Uint8Array, associated?: Uint8Array): Encrypted
  /**
   * Decrypts the next message.
   * @throws {CounterpointError} `ERR_TAG` if it is not authentic; nothing is released then, and the session ends.
   */
  decrypt(ciphertext: Uint8Array, tag: Uint8Array, associated?: Uint8Array): Bytes
  /** Wipes the state. */
  destroy(): void
}

/**
 * Starts a session.
 *
 * ```js
 * const alice = lakeKeyak(key, nonce)
 * const { ciphertext, tag } = alice.encrypt(utf8('attack at dawn'), utf8('to Bob'))
 * const bob = lakeKeyak(key, nonce)
 * bob.decrypt(ciphertext, tag, utf8('to Bob'))
 * ```
 */
export interface StartSession {
  /**
   * @param key At least 1 byte; 16 bytes provide the strength that is claimed.
   * @param nonce Must not be used twice with a key.
   * @throws {RangeError} If the key or nonce has a length that the scheme does not take.
   */
  (key: Uint8Array, nonce: Uint8Array): Session
  /** The length of tags in bytes. */
  readonly tagLen: number
}
