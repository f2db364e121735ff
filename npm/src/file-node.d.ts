import type { HashFileOptions } from './file.js'
import type { Bytes } from './types.js'

export type { HashFileOptions } from './file.js'

/**
 * Hashes a file in a worker thread, piece by piece, in bounded memory. Of a file that changes meanwhile, it hashes what
 * it reads: compare the last `done` with `total` of `onProgress` where that matters.
 *
 * ```js
 * hex(await hashFile('video.mp4', { algorithm: 'sha3_256' }))
 * ```
 *
 * @param file A path, a file URL or a Blob.
 * @throws {TypeError | RangeError} (as a rejection) If an argument is wrong or the algorithm unknown. Errors of the
 * file system have their `code`, such as `ENOENT`.
 */
export function hashFile(file: string | URL | Blob, options: HashFileOptions): Promise<Bytes>
