import type { Bytes, Hasher, HashFunction, HashFunctionWithOptions } from './types.js'

/** How a file is hashed. */
export interface HashFileOptions {
  /**
   * A hash function that takes a message only (not KMAC or TupleHash), or its name: `sha3_256` or `'sha3_256'`. By
   * name, a bundle contains all families, or loads them when they are asked for, which service workers forbid.
   */
  readonly algorithm: HashFunction | HashFunctionWithOptions<never, Hasher> | string
  /** Options of the hash function, such as `{ outputLen: 64 }`. */
  readonly options?: object | undefined
  /**
   * Is called at most 20 times a second, and at the end, with the number of bytes that have been hashed, and the length
   * of the file when the work began: 0 for an empty file. What it throws ends the work.
   */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  /** Ends the work; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Hashes a file in a worker, piece by piece: the memory that this takes does not depend on the file's length, and the
 * page stays responsive. There are at most as many workers as the machine has cores; other files wait. Where there is
 * no `Worker`, as in service workers, the file is hashed in place, in slices of about 10 ms. A file
 * that is changed after it was chosen is an error of the browser (`NotReadableError`).
 *
 * ```js
 * const digest = await hashFile(input.files[0], {
 *   algorithm: 'kt128',
 *   onProgress: (done, total) => { bar.value = total === 0 ? 1 : done / total },
 * })
 * ```
 *
 * @throws {TypeError | RangeError} (as a rejection) If an argument is wrong or the algorithm unknown. Errors of the
 * browser have their `name`.
 */
export function hashFile(file: Blob, options: HashFileOptions): Promise<Bytes>
