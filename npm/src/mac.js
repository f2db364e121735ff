import { bytes } from './checks.js'
import { describe } from './describe.js'
import { HashFunction } from './function.js'
import { Hasher } from './hasher.js'
import { inputsOf } from './inputs.js'
import { digestFlat, digestMany } from './many.js'
import { digestOne } from './one.js'
import { sameTag } from './tag.js'

/** Makes a function that takes a key, a message and options. */
export function mac(source, index, name, blockLen, outputLen, kind) {
  const fn = new HashFunction(source, index, name, blockLen, outputLen, kind)
  const hash = (key, message, options) => digestOne(fn, inputsOf(fn, key, options), bytes(message, 'message'))
  hash.create = (key, options) => new Hasher(fn, inputsOf(fn, key, options))
  hash.many = (key, messages, options) => digestMany(fn, inputsOf(fn, key, options), messages)
  hash.flat = (key, data, each, options, out) => digestFlat(fn, inputsOf(fn, key, options), data, each, out)
  hash.verify = (key, message, tag, options) => {
    const length = bytes(tag, 'tag').length
    return sameTag(hash(key, message, { ...options, outputLen: options?.outputLen ?? Math.max(length, 1) }), tag)
  }
  return describe(hash, fn)
}
