import type { HashFunction } from './types.js'

export * from './common.js'

/** Luffa-224, version 2, as in the second round of the SHA-3 competition: 28 bytes. */
export const luffa224: HashFunction
/** Luffa-256, version 2, as in the second round of the SHA-3 competition: 32 bytes. */
export const luffa256: HashFunction
/** Luffa-384, version 2, as in the second round of the SHA-3 competition: 48 bytes. */
export const luffa384: HashFunction
/** Luffa-512, version 2, as in the second round of the SHA-3 competition: 64 bytes. */
export const luffa512: HashFunction
