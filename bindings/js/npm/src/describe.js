import { shared } from './shared.js'

const functions = /* @__PURE__ */ shared('functions', () => new WeakMap())

/** What a hash function consists of; undefined if this version of the package did not create it. */
export function functionOf(hash) {
  return functions.get(hash)
}

/** Adds the properties that describe a hash function. */
export function describe(hash, fn) {
  const properties = { name: fn.name, outputLen: fn.outputLen, blockLen: fn.blockLen, canXOF: fn.kind.extendable }
  for (const property in properties) {
    Object.defineProperty(hash, property, { value: properties[property], enumerable: property !== 'name' })
  }
  functions.set(hash, fn)
  return Object.freeze(hash)
}
