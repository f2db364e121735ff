// The functions of the family Keccak.

import { embedded } from './embedded/keccak.js'
import { KECCAK, sourceOf } from './family.js'
import * as kinds from './function.js'
import { fixedHash } from './hash.js'
import { mac } from './mac.js'
import { tupleHash } from './tuple.js'
import { withOptions } from './with-options.js'

export { CounterpointError } from './errors.js'
export { init } from './init.js'
export { hex, utf8 } from './text.js'

const K = /* @__PURE__ */ sourceOf(KECCAK, embedded)

// functions: begin, by `cargo xtask generate` from functions.toml
export const sha3_224 = /* @__PURE__ */ fixedHash(K, 0, 'sha3_224', 144, 28)
export const sha3_256 = /* @__PURE__ */ fixedHash(K, 1, 'sha3_256', 136, 32)
export const sha3_384 = /* @__PURE__ */ fixedHash(K, 2, 'sha3_384', 104, 48)
export const sha3_512 = /* @__PURE__ */ fixedHash(K, 3, 'sha3_512', 72, 64)
export const shake128 = /* @__PURE__ */ withOptions(K, 4, 'shake128', 168, 32, kinds.SHAKE)
export const shake256 = /* @__PURE__ */ withOptions(K, 5, 'shake256', 136, 64, kinds.SHAKE)
export const keccak224 = /* @__PURE__ */ fixedHash(K, 6, 'keccak224', 144, 28)
export const keccak256 = /* @__PURE__ */ fixedHash(K, 7, 'keccak256', 136, 32)
export const keccak384 = /* @__PURE__ */ fixedHash(K, 8, 'keccak384', 104, 48)
export const keccak512 = /* @__PURE__ */ fixedHash(K, 9, 'keccak512', 72, 64)
export const cshake128 = /* @__PURE__ */ withOptions(K, 10, 'cshake128', 168, 32, kinds.CSHAKE)
export const cshake256 = /* @__PURE__ */ withOptions(K, 11, 'cshake256', 136, 64, kinds.CSHAKE)
export const kmac128 = /* @__PURE__ */ mac(K, 12, 'kmac128', 168, 32, kinds.KMAC)
export const kmac256 = /* @__PURE__ */ mac(K, 13, 'kmac256', 136, 64, kinds.KMAC)
export const kmacxof128 = /* @__PURE__ */ mac(K, 14, 'kmacxof128', 168, 32, kinds.KMACXOF)
export const kmacxof256 = /* @__PURE__ */ mac(K, 15, 'kmacxof256', 136, 64, kinds.KMACXOF)
export const tuplehash128 = /* @__PURE__ */ tupleHash(K, 16, 'tuplehash128', 168, 32, kinds.TUPLEHASH)
export const tuplehash256 = /* @__PURE__ */ tupleHash(K, 17, 'tuplehash256', 136, 64, kinds.TUPLEHASH)
export const tuplehashxof128 = /* @__PURE__ */ tupleHash(K, 18, 'tuplehashxof128', 168, 32, kinds.TUPLEHASHXOF)
export const tuplehashxof256 = /* @__PURE__ */ tupleHash(K, 19, 'tuplehashxof256', 136, 64, kinds.TUPLEHASHXOF)
export const parallelhash128 = /* @__PURE__ */ withOptions(K, 20, 'parallelhash128', 168, 32, kinds.PARALLELHASH)
export const parallelhash256 = /* @__PURE__ */ withOptions(K, 21, 'parallelhash256', 136, 64, kinds.PARALLELHASH)
export const parallelhashxof128 = /* @__PURE__ */ withOptions(K, 22, 'parallelhashxof128', 168, 32, kinds.PARALLELXOF)
export const parallelhashxof256 = /* @__PURE__ */ withOptions(K, 23, 'parallelhashxof256', 136, 64, kinds.PARALLELXOF)
export const turboshake128 = /* @__PURE__ */ withOptions(K, 24, 'turboshake128', 168, 32, kinds.TURBOSHAKE)
export const turboshake256 = /* @__PURE__ */ withOptions(K, 25, 'turboshake256', 136, 64, kinds.TURBOSHAKE)
export const kt128 = /* @__PURE__ */ withOptions(K, 26, 'kt128', 168, 32, kinds.KT)
export const kt256 = /* @__PURE__ */ withOptions(K, 27, 'kt256', 136, 64, kinds.KT)
// functions: end
