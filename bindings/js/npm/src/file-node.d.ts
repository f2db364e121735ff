import type { HashFileOptions } from './file.js'
import type { Bytes } from './types.js'

export type { HashFileOptions } from './file.js'

/**
 * Hashes a file in a worker thread, piece by piece, in bounded memory. There is at most one worker for each core; other
 * files wait. A Blob, which can't always be sent to a worker, is hashed on the calling thread in slices of about 10 ms.
 * If a file changes while it is read, the digest is of the bytes that were read: where that matters, compare the last
 * `done` passed to `onProgress` with `total`.
 *
 * ```js
 * hex(await hashFile('video.mp4', { algorithm: 'sha3_256' }))
 * ```
 *
 * @param file A path, a file URL or a Blob. A `Buffer` is a path too (for names that are not UTF-8), not the content.
 * @throws {TypeError | RangeError} (as a rejection) If an argument is invalid or the algorithm unknown. Errors from the
 * file system have their `code`, such as `ENOENT`, and their `path`.
 */
export function hashFile(file: string | NodeBuffer | URL | Blob, options: HashFileOptions): Promise<Bytes>

/** A `Buffer`, if the types of Node are available. */
type NodeBuffer = typeof globalThis extends { Buffer: { prototype: infer B } } ? B : never
