import type { StartSession } from './aead.js'

export type { Encrypted, Session, StartSession } from './aead.js'
export * from './common.js'

// functions: begin, by `cargo xtask generate` from functions.toml
/** River Keyak: for 32-bit processors. The key has 1 to 34 bytes. */
export const riverKeyak: StartSession
/** Lake Keyak: the primary recommendation. The key has 1 to 38 bytes. */
export const lakeKeyak: StartSession
/** Sea Keyak: two states side by side. The key has 1 to 38 bytes. */
export const seaKeyak: StartSession
/** Ocean Keyak: four states side by side. The key has 1 to 38 bytes. */
export const oceanKeyak: StartSession
/** Lunar Keyak: eight states side by side. The key has 1 to 38 bytes. */
export const lunarKeyak: StartSession
// functions: end
