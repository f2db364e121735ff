import { bytes, integer, MOST_OUTPUT, options as checkOptions } from './checks.js'
import { BUFFER_BYTES } from './instance.js'

const NOTHING = /* @__PURE__ */ new Uint8Array(0)
/** Without a prototype, so that a property added to Object.prototype is not taken for an option. */
export const NO_OPTIONS = /* @__PURE__ */ (() => Object.freeze(Object.create(null)))()
/** Six 4-byte numbers precede the strings. */
const HEADER_BYTES = 24
/** TurboSHAKE's default domain byte, as in RFC 9861. */
const DOMAIN = 0x1f
/** The default length of ParallelHash's blocks in bytes, the same as of KT's chunks. */
const BLOCK_BYTES = 8192

/** Checked options, in the form that the module takes. */
class Inputs {
  constructor(outputLen, header, trailing) {
    this.outputLen = outputLen
    /** What begin() of the module reads. */
    this.header = header
    /** What the caller appends to each message: KT's customization string. */
    this.trailing = trailing
    /** The state of the empty message. Kept only for a function's defaults, where it contains no secret. */
    this.state = null
  }
}

/** Returns the checked inputs of a function. */
export function inputsOf(fn, key, options) {
  if (options === undefined && !fn.kind.keyed) return (fn.defaults ??= read(fn, NOTHING, NO_OPTIONS))
  checkOptions(options, fn.kind.options)
  return read(fn, fn.kind.keyed ? bytes(key, 'key') : NOTHING, options ?? NO_OPTIONS)
}

/** Returns the inputs of a loaded message, whose state contains all of them but the length of the output. */
export function outputOf(fn, options) {
  checkOptions(options, ['outputLen'])
  return read(fn, NOTHING, options ?? NO_OPTIONS)
}

function read(fn, key, options) {
  const { kind } = fn
  const outputLen =
    options.outputLen === undefined ? fn.outputLen : integer(options.outputLen, 'outputLen', 1, kind.most)
  const functionName = string(options.functionName, 'functionName')
  const customization = string(options.customization, 'customization')
  const domain = options.domain === undefined ? DOMAIN : integer(options.domain, 'domain', 1, 0x7f)
  const blockLen = options.blockLen === undefined ? BLOCK_BYTES : integer(options.blockLen, 'blockLen', 1, MOST_OUTPUT)
  const numbers = [
    key.length,
    functionName.length,
    customization.length,
    domain,
    blockLen,
    kind.counted ? 8 * outputLen : 0,
  ]
  const strings = kind.trailing ? [] : [key, functionName, customization]
  // Not with slice(), which does not copy a Buffer.
  return new Inputs(outputLen, header(numbers, strings), kind.trailing ? new Uint8Array(customization) : NOTHING)
}

function string(value, name) {
  if (value === undefined) return NOTHING
  if (bytes(value, name).length > MOST_OUTPUT) throw new RangeError(`${name} is longer than 2^32 - 1 bytes`)
  return value
}

function header(numbers, strings) {
  const length = strings.reduce((sum, string) => sum + string.length, HEADER_BYTES)
  if (length > BUFFER_BYTES) {
    throw new RangeError(
      `key, functionName and customization have ${length - HEADER_BYTES} bytes together, more than the maximum of ` +
        `${BUFFER_BYTES - HEADER_BYTES}`,
    )
  }
  const header = new Uint8Array(length)
  const view = new DataView(header.buffer)
  numbers.forEach((number, i) => view.setUint32(4 * i, number, true))
  let at = HEADER_BYTES
  for (const string of strings) {
    header.set(string, at)
    at += string.length
  }
  return header
}
