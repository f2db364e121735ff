import { array, tupleElement } from './checks.js'
import { describe } from './describe.js'
import { HashFunction } from './function.js'
import { Hasher } from './hasher.js'
import { inputsOf } from './inputs.js'
import { digestTuple } from './one.js'

/** Creates a hash function that takes a tuple of byte strings and options. */
export function tupleHash(source, index, name, blockLen, outputLen, kind) {
  const fn = new HashFunction(source, index, name, blockLen, outputLen, kind)
  // A copy of the array, so that elements can't be replaced after they are checked.
  const tuple = (elements, name) =>
    Array.from(array(elements, name), (each, i) => tupleElement(each, `${name}[${i}]`))
  const hash = (elements, options) => digestTuple(fn, inputsOf(fn, undefined, options), tuple(elements, 'elements'))
  hash.create = (options) => new Hasher(fn, inputsOf(fn, undefined, options))
  hash.many = (tuples, options) => {
    const inputs = inputsOf(fn, undefined, options)
    const checked = Array.from(array(tuples, 'tuples'), (elements, i) => tuple(elements, `tuples[${i}]`))
    return checked.map((elements) => digestTuple(fn, inputs, elements))
  }
  return describe(hash, fn)
}
