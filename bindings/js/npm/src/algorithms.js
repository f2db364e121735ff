// The functions that take only a message, by name: a worker can hash a file with any of them.

// imports: begin, by `cargo xtask generate` from functions.toml
import * as fugue from './fugue.js'
import * as groestl from './groestl.js'
import * as keccak from './keccak.js'
import * as luffa from './luffa.js'
// imports: end

// families: begin, by `cargo xtask generate` from functions.toml
const FAMILIES = [keccak, groestl, fugue, luffa]
// families: end

/** Returns the hash function with this name. */
export function algorithmByName(name) {
  for (const family of FAMILIES) {
    const hash = Object.prototype.hasOwnProperty.call(family, name) ? family[name] : undefined
    if (typeof hash === 'function' && hash.flat !== undefined && hash.verify === undefined) return hash
  }
  throw new RangeError(
    `there is no algorithm '${String(name)}' for hashing files; use one such as sha3_256, kt128 or groestl512`,
  )
}
