import { bytes, kindOf } from './checks.js'

let encoder = null

/** The bytes of a text in UTF-8: the only way of this package from strings to bytes. */
export function utf8(text) {
  if (typeof text !== 'string') throw new TypeError(`text must be a string, not ${kindOf(text)}`)
  encoder ??= new TextEncoder()
  return encoder.encode(text)
}

const DIGITS = '0123456789abcdef'

/** The hexadecimal digits of bytes, in lower case. */
export function hex(data) {
  bytes(data, 'data')
  let text = ''
  for (let i = 0; i < data.length; i++) text += DIGITS[data[i] >> 4] + DIGITS[data[i] & 15]
  return text
}
