// Everything that runs in all environments. counterpoint/file and counterpoint/stream are apart.

// families: begin, by `cargo xtask generate` from functions.toml
export * from './aes.js'
export * from './fugue.js'
export * from './groestl.js'
export * from './keccak.js'
export * from './ketje.js'
export * from './keyak.js'
export * from './luffa.js'
// families: end
