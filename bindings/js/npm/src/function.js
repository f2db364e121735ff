import { MOST_OUTPUT } from './checks.js'

/** What distinguishes one hash function from another: its number in the module, its lengths, and its inputs. */
export class HashFunction {
  constructor(source, index, name, blockLen, outputLen, kind) {
    this.family = source.family
    this.embedded = source.embedded
    this.index = index
    this.name = name
    this.blockLen = blockLen
    this.outputLen = outputLen
    this.kind = kind
    /** The inputs of calls without options; created at the first such call. */
    this.defaults = null
  }
}

/**
 * What a function takes besides a message. `options`: the names of its options; `begun`: its module requires begin()
 * with them; `counted`: the length of the output is a part of the computation; `saved`: its hashers have a saved form;
 * `trailing`: the customization string is appended to each message; `most` bytes of output.
 */
function kind(
  options,
  {
    begun = true,
    counted = false,
    extendable = !counted,
    keyed = false,
    tuple = false,
    trailing = false,
    saved = false,
  } = {},
) {
  return {
    options,
    begun,
    counted,
    extendable,
    keyed,
    tuple,
    trailing,
    saved,
    most: counted ? 2 ** 29 - 1 : MOST_OUTPUT,
  }
}

export const FIXED = /* @__PURE__ */ kind([], { begun: false, extendable: false, saved: true })
export const SHAKE = /* @__PURE__ */ kind(['outputLen'], { begun: false, saved: true })
export const CSHAKE = /* @__PURE__ */ kind(['functionName', 'customization', 'outputLen'], { saved: true })
export const KMAC = /* @__PURE__ */ kind(['customization', 'outputLen'], { counted: true, keyed: true })
export const KMACXOF = /* @__PURE__ */ kind(['customization', 'outputLen'], { keyed: true })
export const TUPLEHASH = /* @__PURE__ */ kind(['customization', 'outputLen'], { counted: true, tuple: true })
export const TUPLEHASHXOF = /* @__PURE__ */ kind(['customization', 'outputLen'], { tuple: true })
export const PARALLELHASH = /* @__PURE__ */ kind(['blockLen', 'customization', 'outputLen'], { counted: true })
export const PARALLELXOF = /* @__PURE__ */ kind(['blockLen', 'customization', 'outputLen'])
export const TURBOSHAKE = /* @__PURE__ */ kind(['domain', 'outputLen'], { saved: true })
export const KT = /* @__PURE__ */ kind(['customization', 'outputLen'], { trailing: true })
