// Known answers for whole bytes, from this project's files and from those in the folder named by COUNTERPOINT_VECTORS.
// The tests of the npm package use this file to find theirs.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { none } from './module.mjs'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const shared = process.env.COUNTERPOINT_VECTORS ?? join(root, '..', 'shared', 'vectors')
/** The longest message hashed here, in bytes. */
const LONGEST = 1 << 21

/** Whether the additional files are available. */
export const all = existsSync(shared)

/** The files in a folder: the project's own, and the additional ones if available. */
export function files(folder) {
  const list = (path) => (existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : [])
  const own = list(join(root, 'crates', 'counterpoint-vectors', 'data', folder))
  const names = new Set(own.map((path) => basename(path)))
  return [...own, ...list(join(shared, folder)).filter((path) => !names.has(basename(path)))]
}

const bytes = (hex) => Buffer.from(hex, 'hex')
/** The bytes i mod 251. */
export const pattern = (length) => new Uint8Array(length).map((_, i) => i % 251)
const repeated = (text, times) => Buffer.from(text.repeat(times))

/** A string in the notation of RFC 9861. */
function expression(text) {
  const [, name, argument] = /^(?:(ptn|FF\^)\(?(.*?)\)?)?$/.exec(text) ?? []
  if (text === '') return none
  // A power of 17 is written as 17**n.
  const [base, exponent = '1'] = argument.split('**')
  const length = Number(base) ** Number(exponent)
  return name === 'ptn' ? pattern(length) : new Uint8Array(length).fill(0xff)
}

/** The message of a record, or undefined if it does not consist of whole bytes or is too long for a test. */
function message(record) {
  if ((record.bits ?? record.message_bits ?? 0) % 8 !== 0) return undefined
  if (record.large_message) return undefined
  if (record.text) {
    return record.text.length * record.repeat > LONGEST ? undefined : repeated(record.text, record.repeat)
  }
  if (record.length_bytes !== undefined) return record.length_bytes > LONGEST ? undefined : pattern(record.length_bytes)
  if (record.message !== undefined) return expression(record.message)
  const message = bytes(record.message_hex ?? '')
  return record.bits === 0 ? none : message
}

/** The case of a record, or undefined if the modules do not offer it. */
function hashCase(record, header) {
  const algorithm = (record.algorithm ?? header.algorithm).replace(/^sha3_/, 'sha3-')
  const bits = record.out_bits ?? 0
  const odd = [bits, record.key_bits ?? 0, ...(record.tuple_bits ?? [])].some((bits) => bits % 8 !== 0)
  const content = message(record)
  if (odd || content === undefined || record.valid === false || !record.digest_hex) return undefined
  const digest = bytes(record.digest_hex)
  const outputBytes = record.out_bytes ?? digest.length
  return {
    algorithm,
    message: content,
    tuple: record.tuple_hex?.map(bytes),
    options: {
      key: bytes(record.key_hex ?? ''),
      functionName: bytes(record.function_name_hex ?? ''),
      customization: record.customization === undefined
        ? bytes(record.customization_hex ?? '')
        : expression(record.customization),
      domain: Number.parseInt(record.domain ?? '1f', 16),
      blockBytes: record.block_bytes ?? 0,
      outputBits: 8 * outputBytes,
    },
    outputBytes,
    // For records that contain only the end of a long output.
    digest,
  }
}

/** The cases in a file of NIST's short-message format. */
function* rsp(path) {
  const algorithm = basename(path).replace(/ShortMsg\.rsp$/, '').replace('_', '-').toLowerCase()
  for (const [, bits, hex, digest] of readFileSync(path, 'latin1').matchAll(
    /Len = (\d+)\s+Msg = ([0-9a-f]+)\s+(?:MD|Output) = ([0-9a-f]+)/g,
  )) {
    if (bits % 8 !== 0) continue
    yield hashCase({ message_hex: hex.slice(0, bits / 4), digest_hex: digest }, { algorithm })
  }
}

/** All cases of hash functions in some folders. */
export function* hashCases(...folders) {
  for (const path of folders.flatMap(files)) {
    if (path.endsWith('ShortMsg.rsp')) yield* rsp(path)
    if (!path.endsWith('.json')) continue
    const header = JSON.parse(readFileSync(path))
    if (header.procedure || !Array.isArray(header.vectors)) continue
    for (const record of header.vectors) {
      const one = hashCase(record, header)
      if (one) yield one
    }
  }
}

/** Chains of the SHA-3 competition: the seed, and the digest after each thousand messages. */
export function* chains(...folders) {
  for (const path of folders.flatMap(files)) {
    if (!path.endsWith('montecarlo.json')) continue
    const { algorithm, seed_hex: seed, vectors } = JSON.parse(readFileSync(path))
    yield { algorithm, seed: bytes(seed), digests: vectors.map((vector) => bytes(vector.digest_hex)) }
  }
}

/** All blocks of AES: key, plaintext, ciphertext. */
export function* blocks() {
  for (const path of files('aes').filter((path) => path.endsWith('_cavp.json'))) {
    for (const record of JSON.parse(readFileSync(path)).vectors) {
      const { key_hex: key, plaintext_hex: plaintext, ciphertext_hex: ciphertext } = record
      yield { key: bytes(key), plaintext: bytes(plaintext), ciphertext: bytes(ciphertext) }
    }
  }
}

/** All sessions of Keyak and Ketje that these modules support: those without a tag for the start. */
export function* sessions() {
  for (const path of ['keyak', 'ketje'].flatMap(files).filter((path) => path.endsWith('.json'))) {
    const { algorithm, vectors } = JSON.parse(readFileSync(path))
    const name = algorithm.toLowerCase().replace(/(?<=[a-z])keyak/, '-keyak').replace('_', '-')
    for (const { key_hex: key, nonce_hex: nonce, tag_flag: tagged, forget_flag: forget, wraps, steps } of vectors) {
      if (tagged || forget || wraps?.some((wrap) => wrap.forget_flag)) continue
      const messages = (wraps ?? steps).map((message) => ({
        associated: bytes(message.metadata_hex ?? message.associated_data_hex),
        plaintext: bytes(message.plaintext_hex),
        ciphertext: bytes(message.ciphertext_hex),
        tag: bytes(message.tag_hex),
      }))
      yield { algorithm: name, key: bytes(key), nonce: bytes(nonce), messages }
    }
  }
}
