import type { HashFileOptions } from './file.js'
import type { Bytes } from './types.js'

export type { HashFileOptions } from './file.js'

/**
 * Hashes a file in a worker thread, piece by piece, in bounded memory. There are at most as many workers as the machine
 * has cores; other files wait. A Blob, which a worker can't always get, is hashed in this thread, in slices of about
 * 10 ms. Of a file that changes meanwhile, it hashes what it reads: compare the last `done` with `total` of
 * `onProgress` where that matters.
 *
 * ```js
 * hex(await hashFile('video.mp4', { algorithm: 'sha3_256' }))
 * ```
 *
 * @param file A path, a file URL or a Blob. A `Buffer` is a path too, for names that are no UTF-8: not the content.
 * @throws {TypeError | RangeError} (as a rejection) If an argument is wrong or the algorithm unknown. Errors of the
 * file system have their `code`, such as `ENOENT`, and their `path`.
 */
export function hashFile(file: string | NodeBuffer | URL | Blob, options: HashFileOptions): Promise<Bytes>

/** A `Buffer`, where the types of Node are there. */
type NodeBuffer = typeof globalThis extends { Buffer: { prototype: infer B } } ? B : never
