import { bytes } from './checks.js'
import { describe } from './describe.js'
import { HashFunction } from './function.js'
import { Hasher } from './hasher.js'
import { inputsOf, outputOf } from './inputs.js'
import { digestFlat, digestMany } from './many.js'
import { digestOne } from './one.js'

/** Creates a hash function that takes a message and options. */
export function withOptions(source, index, name, blockLen, outputLen, kind) {
  const fn = new HashFunction(source, index, name, blockLen, outputLen, kind)
  const hash = (message, options) => digestOne(fn, inputsOf(fn, undefined, options), bytes(message, 'message'))
  hash.create = (options) => new Hasher(fn, inputsOf(fn, undefined, options))
  if (kind.saved) hash.load = (saved, options) => Hasher.load(fn, outputOf(fn, options), saved)
  hash.many = (messages, options) => digestMany(fn, inputsOf(fn, undefined, options), messages)
  hash.flat = (data, each, options, out) => digestFlat(fn, inputsOf(fn, undefined, options), data, each, out)
  return describe(hash, fn)
}
