import type { StartSession } from './aead.js'

export type { Encrypted, Session, StartSession } from './aead.js'
export * from './common.js'

// functions: begin, by `cargo xtask generate` from functions.toml
/** Ketje Jr: a state of 25 bytes. Key and nonce together have at most 22 bytes, the tag 12. */
export const ketjeJr: StartSession
/** Ketje Sr: a state of 50 bytes, the primary recommendation. Key and nonce together have at most 47 bytes. */
export const ketjeSr: StartSession
/** Ketje Minor: a state of 100 bytes. Key and nonce together have at most 97 bytes. */
export const ketjeMinor: StartSession
/** Ketje Major: a state of 200 bytes. Key and nonce together have at most 197 bytes. */
export const ketjeMajor: StartSession
// functions: end
