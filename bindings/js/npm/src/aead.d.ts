import type { Bytes } from './types.js'

/** A message that was encrypted. */
export interface Encrypted {
  /** As long as the plaintext. */
  readonly ciphertext: Bytes
  /** Authenticates this message and all earlier ones of the session. `tagLen` bytes. */
  readonly tag: Bytes
}

/** Messages that are encrypted, or decrypted, one after the other. Both sides handle all in the same order. */
export interface Session {
  /**
   * Encrypts the next message. `associated` is authenticated, but it is not a part of the ciphertext.
   * @throws {RangeError} If message, associated data and tag have more than 1,048,576 bytes together. Send the message
   * as several ones of the session then.
   * @throws {CounterpointError} `ERR_SESSION_ENDED` after a tag that did not match, or after `destroy()`.
   */
  encrypt(plaintext: Uint8Array, associated?: Uint8Array): Encrypted
  /**
   * Decrypts the next message.
   * @throws {RangeError} If `tag` does not have `tagLen` bytes, or message, associated data and tag have more than
   * 1,048,576 bytes together. The session goes on then.
   * @throws {CounterpointError} `ERR_TAG` if the message is not authentic: no plaintext is returned, and the session
   * ends. `ERR_SESSION_ENDED` after that, or after `destroy()`.
   */
  decrypt(ciphertext: Uint8Array, tag: Uint8Array, associated?: Uint8Array): Bytes
  /** Wipes the state. The session can't be used any more. */
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
   * @param key 1 byte or more; the greatest length depends on the scheme. 16 bytes provide the strength that the
   * designers claim.
   * @param nonce Must not be used twice with a key: otherwise the ciphertexts tell how the plaintexts differ.
   * @throws {RangeError} If the key or nonce has a length that the scheme does not take.
   */
  (key: Uint8Array, nonce: Uint8Array): Session
  /** The length of tags in bytes. */
  readonly tagLen: number
}
