import type { Bytes, HashFunction, HashFunctionWithOptions, Hasher } from './types.js'

/** Streams that pass bytes through, and the digest of all of them. */
export interface HashStream {
  readonly readable: ReadableStream<Bytes>
  readonly writable: WritableStream<Uint8Array>
  /** Resolves when everything has been written; rejects if the streams fail or are cancelled. */
  readonly digest: Promise<Bytes>
}

/**
 * Hashes what is piped through, and passes it on unchanged: a pair of streams for `pipeThrough`.
 *
 * ```js
 * const hashed = hashStream(sha3_256)
 * await file.stream().pipeThrough(hashed).pipeTo(upload)
 * console.log(hex(await hashed.digest))
 * ```
 * @throws {TypeError} If `hash` is not a hash function of this package, or its options are wrong.
 */
export function hashStream(hash: HashFunction): HashStream
export function hashStream<O>(hash: HashFunctionWithOptions<O, Hasher>, options?: O): HashStream
