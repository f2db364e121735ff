// Checks of arguments. Each error names the argument and says what to pass instead.

/** Describes a value for error messages, but never its content, which may be secret. */
export function kindOf(value) {
  if (value === null) return 'null'
  if (typeof value === 'number') return `the number ${value}`
  if (typeof value !== 'object') return typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`
  return `an object of type ${tagOf(value)}`
}

/** The name of a value's type, the same in every realm (a frame, a test runner's sandbox). */
function tagOf(value) {
  return Object.prototype.toString.call(value).slice(8, -1)
}

/** Whether a value has one of these built-in types. Unlike `instanceof`, also works for values of other realms. */
export function isTagged(value, ...tags) {
  return value !== null && typeof value === 'object' && tags.includes(tagOf(value))
}

/** Whether a value is a Blob or File, including happy-dom's, which has no tag, and jsdom's, which has few methods. */
export function isBlob(value) {
  if (value === null || typeof value !== 'object') return false
  const reads = typeof value.arrayBuffer === 'function' || isTagged(value, 'Blob', 'File')
  return reads && Number.isInteger(value.size) && typeof value.slice === 'function'
}

function remedy(value) {
  if (typeof value === 'string') {
    return /^0x/i.test(value)
      ? "; Buffer.from(text.slice(2), 'hex') and Uint8Array.fromHex(text.slice(2)) decode hexadecimal digits"
      : '; utf8(text) converts a string to bytes'
  }
  if (ArrayBuffer.isView(value)) {
    return '; new Uint8Array(view.buffer, view.byteOffset, view.byteLength) is a view of the same memory'
  }
  if (isTagged(value, 'ArrayBuffer', 'SharedArrayBuffer')) return '; pass new Uint8Array(buffer)'
  if (Array.isArray(value)) return '; pass Uint8Array.from(array)'
  if (isBlob(value)) return '; hashFile() from counterpoint/file hashes files'
  return ''
}

/** Whether a value is a Uint8Array, from this realm or another. */
export function isBytes(value) {
  return value instanceof Uint8Array || (ArrayBuffer.isView(value) && isTagged(value, 'Uint8Array'))
}

/** Returns `value` if it is a Uint8Array whose memory still exists. */
export function bytes(value, name) {
  if (!isBytes(value)) throw new TypeError(`${name} must be a Uint8Array, not ${kindOf(value)}${remedy(value)}`)
  if (value.length === 0) attached(value, name)
  return value
}

/** Throws for a view whose memory is gone: it has length 0, but is a mistake rather than an empty message. */
function attached(view, name) {
  // Any method that validates its receiver throws for a detached buffer, and for a view past the end of a resized one.
  if (!throws(() => Uint8Array.prototype.indexOf.call(view, 0))) return
  // Creating a new view fails only if the buffer is detached.
  if (throws(() => new Uint8Array(view.buffer))) {
    throw new TypeError(
      `${name} is a view of a detached buffer, whose content was transferred; ` +
        'hash it before the transfer, or transfer a copy',
    )
  }
  throw new TypeError(
    `${name} is a view past the end of its buffer, which resize() has shortened; ` +
      'hash it first, or create a new view',
  )
}

function throws(call) {
  try {
    call()
    return false
  } catch {
    return true
  }
}

/** Returns `value` if it is true or false. */
export function boolean(value, name) {
  if (typeof value !== 'boolean') throw new TypeError(`${name} must be true or false, not ${kindOf(value)}`)
  return value
}

/** Returns `value` if it is an integer from `least` to `most`. */
export function integer(value, name, least, most) {
  if (typeof value !== 'number') {
    throw new TypeError(`${name} must be an integer from ${least} to ${most}, not ${kindOf(value)}`)
  }
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${name} must be an integer from ${least} to ${most}, not ${value}`)
  }
  return value
}

/** The longest output of one call, in bytes. */
export const MOST_OUTPUT = 2 ** 32 - 1

/** Returns `out` if it has room for `length` bytes, or a new array if it is undefined. */
export function outputFor(out, length) {
  if (out === undefined) return new Uint8Array(length)
  bytes(out, 'out')
  if (out.length < length) {
    throw new RangeError(`out has ${out.length} bytes; ${length} required; omit it to get a new array`)
  }
  return out
}

/** Throws if two views share memory. */
export function apart(out, data) {
  if (
    out.buffer === data.buffer &&
    out.byteOffset < data.byteOffset + data.byteLength &&
    data.byteOffset < out.byteOffset + out.byteLength
  ) {
    throw new RangeError('out overlaps data; pass an array with separate memory, or omit it to get a new one')
  }
}

/** Returns `value` if it can be an element of a tuple: the module takes its length as a 32-bit number. */
export function tupleElement(value, name) {
  if (bytes(value, name).length > 2 ** 32 - 1) {
    throw new RangeError(`${name} is longer than 2^32 - 1 bytes, the limit for an element`)
  }
  return value
}

/** Returns how many messages of `each` bytes `data` consists of. */
export function countOf(data, each) {
  integer(each, 'each', 1, MOST_OUTPUT)
  if (data.length % each !== 0) {
    throw new RangeError(
      `data has ${data.length} bytes, which is not a multiple of each (${each}); ` +
        'many() hashes messages of different lengths',
    )
  }
  return data.length / each
}

/** Returns `value` if it is an array. `elements` names its elements for the error. */
export function array(value, name, elements = 'Uint8Arrays') {
  if (Array.isArray(value)) return value
  const hint = isBytes(value)
    ? '; flat(data, each) hashes messages that lie in one Uint8Array'
    : value !== null && typeof value === 'object' && Symbol.iterator in value
      ? '; pass Array.from(iterable)'
      : ''
  throw new TypeError(`${name} must be an array of ${elements}, not ${kindOf(value)}${hint}`)
}

/** Throws unless `value` is undefined or an object with no properties other than these. */
export function options(value, names) {
  if (value === undefined) return
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value) || Array.isArray(value)) {
    throw new TypeError(`options must be an object with ${list(names)}, not ${kindOf(value)}`)
  }
  for (const name in value) {
    if (names.includes(name)) continue
    // Ignore what a program adds to Object.prototype.
    if (name in Object.prototype && !Object.prototype.hasOwnProperty.call(value, name)) continue
    throw new TypeError(`unknown option '${name}'; the options are ${list(names)}`)
  }
}

function list(names) {
  return names.join(', ')
}
