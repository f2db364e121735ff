import { bytes, kindOf } from './checks.js'

let encoder = null

/** The bytes of a text in UTF-8: this package's only conversion from strings to bytes. */
export function utf8(text) {
  if (typeof text !== 'string') throw new TypeError(`text must be a string, not ${kindOf(text)}`)
  // Some test sandboxes lack it (jest with jsdom).
  if (typeof TextEncoder !== 'function') return encoded(text)
  encoder ??= new TextEncoder()
  return encoder.encode(text)
}

/** What TextEncoder does: half of a surrogate pair becomes U+FFFD. */
function encoded(text) {
  const bytes = []
  for (const character of text) {
    const code = character.codePointAt(0)
    const point = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code
    if (point < 0x80) bytes.push(point)
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), tail(point))
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), tail(point >> 6), tail(point))
    else bytes.push(0xf0 | (point >> 18), tail(point >> 12), tail(point >> 6), tail(point))
  }
  return Uint8Array.from(bytes)
}

/** A continuation byte of a character, with the lowest six bits. */
function tail(bits) {
  return 0x80 | (bits & 0x3f)
}

const DIGITS = '0123456789abcdef'

/** The hexadecimal digits of bytes, in lower case. */
export function hex(data) {
  bytes(data, 'data')
  let text = ''
  for (let i = 0; i < data.length; i++) text += DIGITS[data[i] >> 4] + DIGITS[data[i] & 15]
  return text
}
