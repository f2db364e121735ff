import type { HashFunction } from './types.js'

export * from './common.js'

/** Grøstl-224, the final version of the SHA-3 competition: 28 bytes. */
export const groestl224: HashFunction
/** Grøstl-256, the final version of the SHA-3 competition: 32 bytes. */
export const groestl256: HashFunction
/** Grøstl-384, the final version of the SHA-3 competition: 48 bytes. */
export const groestl384: HashFunction
/** Grøstl-512, the final version of the SHA-3 competition: 64 bytes. */
export const groestl512: HashFunction
