import type { Bytes } from './types.js'

/**
 * Encodes a string as UTF-8. A lone surrogate becomes U+FFFD, as everywhere on the web.
 *
 * ```js
 * utf8('é') // Uint8Array [195, 169]
 * ```
 * @throws {TypeError} If `text` is not a string.
 */
export function utf8(text: string): Bytes

/**
 * Returns bytes as lower-case hexadecimal digits.
 *
 * ```js
 * hex(sha3_256(utf8('abc'))) // '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'
 * ```
 * @throws {TypeError} If `data` is not a Uint8Array.
 */
export function hex(data: Uint8Array): string
