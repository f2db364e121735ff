import type { Bytes } from './types.js'

/** An encrypted message. */
export interface Encrypted {
  /** As long as the plaintext. */
  readonly ciphertext: Bytes
  /** Authenticates this message and all earlier ones in the session. `tagLen` bytes. */
  readonly tag: Bytes
}

/** A sequence of messages to encrypt, or to decrypt. Both sides must process all of them in the same order. */
export interface Session {
  /**
   * Encrypts the next message. `associated` is authenticated, but not part of the ciphertext.
   * @throws {RangeError} If message, associated data and tag have more than 1,048,576 bytes together. Send such a
   * message as several messages of the session.
   * @throws {CounterpointError} `ERR_SESSION_ENDED` after a tag that did not match, or after `destroy()`.
   */
  encrypt(plaintext: Uint8Array, associated?: Uint8Array): Encrypted
  /**
   * Decrypts the next message.
   * @throws {RangeError} If `tag` does not have `tagLen` bytes, or message, associated data and tag have more than
   * 1,048,576 bytes together. The session can still be used.
   * @throws {CounterpointError} `ERR_TAG` if the message is not authentic: no plaintext is returned, and the session
   * ends. `ERR_SESSION_ENDED` after that, or after `destroy()`.
   */
  decrypt(ciphertext: Uint8Array, tag: Uint8Array, associated?: Uint8Array): Bytes
  /** Wipes the state. The session can't be used afterwards. */
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
   * @param key 1 byte or more; the maximum length depends on the scheme. 16 bytes provide the strength that the
   * designers claim.
   * @param nonce Never use one twice with the same key: otherwise the ciphertexts reveal how the plaintexts differ.
   * @throws {RangeError} If the scheme does not support the length of the key or nonce.
   */
  (key: Uint8Array, nonce: Uint8Array): Session
  /** The length of tags in bytes. */
  readonly tagLen: number
}
