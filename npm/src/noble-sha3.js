// The names of @noble/hashes/sha3, so that a bundler can put this package in its place.

import { options as checkOptions } from './checks.js'
import * as keccaks from './keccak.js'

export { sha3_224, sha3_256, sha3_384, sha3_512 } from './keccak.js'
export {
  keccak224 as keccak_224,
  keccak256 as keccak_256,
  keccak384 as keccak_384,
  keccak512 as keccak_512,
} from './keccak.js'

/** Makes a SHAKE with the default length and the option name of @noble/hashes. */
function shake(hash, outputLen) {
  const lengthOf = (options) => {
    checkOptions(options, ['dkLen'])
    return { outputLen: options?.dkLen ?? outputLen }
  }
  const named = (message, options) => hash(message, lengthOf(options))
  named.create = (options) => hash.create(lengthOf(options))
  return Object.freeze(Object.assign(named, { outputLen, blockLen: hash.blockLen, canXOF: true }))
}

export const shake128 = /* @__PURE__ */ shake(keccaks.shake128, 16)
export const shake256 = /* @__PURE__ */ shake(keccaks.shake256, 32)
export const shake128_32 = /* @__PURE__ */ shake(keccaks.shake128, 32)
export const shake256_64 = /* @__PURE__ */ shake(keccaks.shake256, 64)
