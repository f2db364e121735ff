/** Gives a hash function the properties that say what it is. */
export function describe(hash, fn) {
  const properties = { name: fn.name, outputLen: fn.outputLen, blockLen: fn.blockLen, canXOF: fn.kind.extendable }
  for (const property in properties) {
    Object.defineProperty(hash, property, { value: properties[property], enumerable: property !== 'name' })
  }
  return Object.freeze(hash)
}
