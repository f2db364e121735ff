// Encodes values as Ethereum's contracts do: Solidity's abi.encode for elementary types.

import { array, isBytes, kindOf } from './checks.js'
import { utf8 } from './text.js'

const WORD = 32

/** Encodes values of these types. */
export function encode(types, values) {
  array(types, 'types', 'strings')
  array(values, 'values', 'values')
  if (types.length !== values.length) {
    throw new RangeError(`${types.length} types and ${values.length} values; pass one value per type`)
  }
  const words = []
  const contents = []
  let length = WORD * types.length
  for (let i = 0; i < types.length; i++) {
    const type = types[i]
    const name = `values[${i}], ${type},`
    if (type !== 'bytes' && type !== 'string') {
      words.push(wordOf(type, values[i], name))
      continue
    }
    const content = type === 'bytes' ? bytesOf(values[i], name) : utf8(values[i])
    const padded = new Uint8Array(WORD + Math.ceil(content.length / WORD) * WORD)
    padded.set(numberWord(BigInt(content.length)))
    padded.set(content, WORD)
    words.push(numberWord(BigInt(length)))
    contents.push(padded)
    length += padded.length
  }
  const encoded = new Uint8Array(length)
  let at = 0
  for (const part of [...words, ...contents]) {
    encoded.set(part, at)
    at += part.length
  }
  return encoded
}

/** Returns a value of a static type as a word. */
function wordOf(type, value, name) {
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw new TypeError(`${name} must be a boolean, not ${kindOf(value)}`)
    return numberWord(value ? 1n : 0n)
  }
  if (type === 'address') return placed(bytesOf(value, name), 20, WORD - 20, name)
  const [, kind, digits] = /^(u?int|bytes)([1-9][0-9]{0,2})$/.exec(type) ?? []
  const size = Number(digits)
  if (kind === 'bytes' && size <= WORD) return placed(bytesOf(value, name), size, 0, name)
  if ((kind === 'uint' || kind === 'int') && size % 8 === 0 && size <= 256) {
    const number = bigint(value, name)
    const fits = kind === 'uint' ? BigInt.asUintN(size, number) : BigInt.asIntN(size, number)
    if (fits !== number) throw new RangeError(`${name} is out of range: ${number}`)
    return numberWord(number)
  }
  throw new RangeError(
    `${name} has an unsupported type; supported are uint8 to uint256, int8 to int256, address, bool, ` +
      'bytes1 to bytes32, bytes and string',
  )
}

function bigint(value, name) {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^(-?[0-9]+|0x[0-9a-fA-F]+)$/.test(value)) return BigInt(value)
  throw new TypeError(`${name} must be a bigint, a safe integer, or a string of digits, not ${kindOf(value)}`)
}

/** Returns a number as a word, in two's complement. */
function numberWord(number) {
  const view = new DataView(new ArrayBuffer(WORD))
  for (let i = 0; i < 4; i++) view.setBigUint64(8 * i, BigInt.asUintN(64, number >> BigInt(192 - 64 * i)))
  return new Uint8Array(view.buffer)
}

/** Returns a word with `data`, of `size` bytes, at an offset. */
function placed(data, size, at, name) {
  if (data.length !== size) throw new RangeError(`${name} has ${data.length} bytes; ${size} required`)
  const word = new Uint8Array(WORD)
  word.set(data, at)
  return word
}

/** Returns `value` if it is bytes, or decodes it if it is a hexadecimal string. */
function bytesOf(value, name) {
  if (isBytes(value)) return value
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value)) {
    throw new TypeError(
      `${name} must be a Uint8Array, or 0x followed by pairs of hexadecimal digits, not ${kindOf(value)}`,
    )
  }
  const data = new Uint8Array(value.length / 2 - 1)
  for (let i = 0; i < data.length; i++) data[i] = parseInt(value.slice(2 * i + 2, 2 * i + 4), 16)
  return data
}
