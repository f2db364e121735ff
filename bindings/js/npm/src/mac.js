import { bytes, options as checkOptions } from './checks.js'
import { describe } from './describe.js'
import { HashFunction } from './function.js'
import { Hasher } from './hasher.js'
import { inputsOf, NO_OPTIONS } from './inputs.js'
import { digestFlat, digestMany } from './many.js'
import { digestOne } from './one.js'
import { sameTag } from './tag.js'

/** Creates a function that takes a key, a message and options. */
export function mac(source, index, name, blockLen, outputLen, kind) {
  const fn = new HashFunction(source, index, name, blockLen, outputLen, kind)
  const hash = (key, message, options) =>
    withKey(fn, key, options, (inputs) => digestOne(fn, inputs, bytes(message, 'message')))
  hash.create = (key, options) => withKey(fn, key, options, (inputs) => Hasher.begun(fn, inputs))
  hash.many = (key, messages, options) => withKey(fn, key, options, (inputs) => digestMany(fn, inputs, messages))
  hash.flat = (key, data, each, options, out) =>
    withKey(fn, key, options, (inputs) => digestFlat(fn, inputs, data, each, out))
  hash.verify = (key, message, tag, options) => {
    const length = bytes(tag, 'tag').length
    checkOptions(options, fn.kind.options)
    const { customization, outputLen = Math.max(length, 1) } = options ?? NO_OPTIONS
    return sameTag(hash(key, message, { customization, outputLen }), tag)
  }
  return describe(hash, fn)
}

/** Returns the result of `work` on the checked inputs, then wipes them, since they contain a copy of the key. */
function withKey(fn, key, options, work) {
  const inputs = inputsOf(fn, key, options)
  try {
    return work(inputs)
  } finally {
    inputs.header.fill(0)
  }
}
