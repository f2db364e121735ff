import type { Bytes, Hasher, HashFunction, HashFunctionWithOptions } from './types.js'

/** How a file is hashed. */
export interface HashFileOptions {
  /**
   * A hash function that takes only a message (not KMAC or TupleHash), or its name: `sha3_256` or `'sha3_256'`. With a
   * name, a bundle contains all families, or loads them on demand, which service workers forbid.
   */
  readonly algorithm: HashFunction | HashFunctionWithOptions<never, Hasher> | string
  /** Options of the hash function, such as `{ outputLen: 64 }`. */
  readonly options?: object | undefined
  /**
   * Called at most 20 times a second, and at the end, with the number of bytes hashed so far, and the length that the
   * file had at the start (0 if it is empty). If it throws, hashing stops.
   */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  /** Stops hashing; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Hashes a file in a worker, piece by piece: memory use does not depend on the file's length, and the page stays
 * responsive. There is at most one worker for each core; other files wait. Where there is no `Worker`, as in service
 * workers, the file is hashed on the calling thread in slices of about 10 ms. If a file has changed since it was
 * chosen, the browser reports a `NotReadableError`.
 *
 * ```js
 * const digest = await hashFile(input.files[0], {
 *   algorithm: 'kt128',
 *   onProgress: (done, total) => { bar.value = total === 0 ? 1 : done / total },
 * })
 * ```
 *
 * @throws {TypeError | RangeError} (as a rejection) If an argument is invalid or the algorithm unknown. Errors from the
 * browser have their `name`.
 */
export function hashFile(file: Blob, options: HashFileOptions): Promise<Bytes>
