import { bytes, integer, MOST_OUTPUT, options as checkOptions } from './checks.js'
import { BUFFER_BYTES } from './instance.js'

const NOTHING = /* @__PURE__ */ new Uint8Array(0)
/** It has no prototype, so a property that a program adds to Object.prototype is not taken for an option. */
export const NO_OPTIONS = /* @__PURE__ */ (() => Object.freeze(Object.create(null)))()
/** Six numbers of four bytes stand in front of the strings. */
const HEADER_BYTES = 24
/** TurboSHAKE's domain byte if none is given, as in RFC 9861. */
const DOMAIN = 0x1f
/** The length of ParallelHash's blocks if none is given: the length of KT's chunks. */
const BLOCK_BYTES = 8192

/** Options as a function takes them. */
class Inputs {
  constructor(outputLen, header, trailing) {
    this.outputLen = outputLen
    /** What begin() of the module reads. */
    this.header = header
    /** What the caller appends to each message: KT's customization string. */
    this.trailing = trailing
    /** The state of the empty message, where it is kept: of a function's defaults, as it contains no secret there. */
    this.state = null
  }
}

/** Returns the checked inputs of a function. */
export function inputsOf(fn, key, options) {
  if (options === undefined && !fn.kind.keyed) return (fn.defaults ??= read(fn, NOTHING, NO_OPTIONS))
  checkOptions(options, fn.kind.options)
  return read(fn, fn.kind.keyed ? bytes(key, 'key') : NOTHING, options ?? NO_OPTIONS)
}

/** Returns the inputs of a loaded message: all but the length of the output are in its state. */
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
  // Not by slice(): that of a Buffer makes no copy.
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
      `key, functionName and customization have ${length - HEADER_BYTES} bytes, and together at most ` +
        `${BUFFER_BYTES - HEADER_BYTES} are possible`,
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
