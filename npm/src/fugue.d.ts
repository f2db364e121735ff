import type { HashFunction } from './types.js'

export * from './common.js'

/** Fugue-224, as in the second round of the SHA-3 competition: 28 bytes. */
export const fugue224: HashFunction
/** Fugue-256, as in the second round of the SHA-3 competition: 32 bytes. */
export const fugue256: HashFunction
/** Fugue-384, as in the second round of the SHA-3 competition: 48 bytes. */
export const fugue384: HashFunction
/** Fugue-512, as in the second round of the SHA-3 competition: 64 bytes. */
export const fugue512: HashFunction
