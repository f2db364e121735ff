import type { Bytes, HashFunction, HashFunctionWithOptions, Hasher } from './types.js'

/** A pair of streams that passes bytes through, and the digest of these bytes. */
export interface HashStream {
  readonly readable: ReadableStream<Bytes>
  readonly writable: WritableStream<Uint8Array>
  /** Resolves when everything has been written; rejects if the streams fail or are cancelled. */
  readonly digest: Promise<Bytes>
}

/**
 * Returns a pair of streams for `pipeThrough` that hashes the bytes and passes them on unchanged.
 *
 * ```js
 * const hashed = hashStream(sha3_256)
 * await file.stream().pipeThrough(hashed).pipeTo(upload)
 * console.log(hex(await hashed.digest))
 * ```
 * @throws {TypeError} If `hash` is not a hash function of this package, or its options are invalid.
 */
export function hashStream(hash: HashFunction): HashStream
export function hashStream<O>(hash: HashFunctionWithOptions<O, Hasher>, options?: O): HashStream
