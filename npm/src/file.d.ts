import type { Bytes, Hasher, HashFunction, HashFunctionWithOptions } from './types.js'

/** How a file is hashed. */
export interface HashFileOptions {
  /** A hash function that takes a message only (not KMAC or TupleHash), or its name: `sha3_256` or `'sha3_256'`. */
  readonly algorithm: HashFunction | HashFunctionWithOptions<never, Hasher> | string
  /** Options of the hash function, such as `{ outputLen: 64 }`. */
  readonly options?: object | undefined
  /** Is called about 20 times a second, and at the end, with the number of bytes hashed and of all bytes. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  /** Ends the work; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Hashes a file in a worker, piece by piece: neither the file's length nor the page's work matters.
 *
 * ```js
 * const digest = await hashFile(input.files[0], {
 *   algorithm: 'kt128',
 *   onProgress: (done, total) => { bar.value = done / total },
 * })
 * ```
 *
 * @throws {TypeError | RangeError} (as a rejection) If an argument is wrong or the algorithm unknown.
 */
export function hashFile(file: Blob, options: HashFileOptions): Promise<Bytes>
