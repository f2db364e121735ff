import { bytes } from './checks.js'
import { embedded } from './embedded/aead.js'
import { CounterpointError } from './errors.js'
import { AEAD, running, sourceOf } from './family.js'

const SOURCE = /* @__PURE__ */ sourceOf(AEAD, embedded)
const NOTHING = /* @__PURE__ */ new Uint8Array(0)

/** A session of authenticated encryption. Between calls, its state is in JavaScript memory. */
class Session {
  #scheme
  #state

  constructor(scheme, key, nonce) {
    bytes(key, 'key')
    bytes(nonce, 'nonce')
    scheme.check(key.length, nonce.length)
    this.#scheme = scheme
    const m = running(SOURCE)
    within(m, key.length + nonce.length, 'key and nonce', 'use a shorter nonce')
    m.busy = true
    m.buffer.set(key)
    m.buffer.set(nonce, key.length)
    const code = m.exports.start(scheme.index, key.length, nonce.length)
    this.#state = m.state(scheme.index).slice()
    m.state(scheme.index).fill(0)
    m.busy = false
    if (code !== 0) throw new RangeError(`${scheme.name} rejects this key and nonce (code ${code})`)
  }

  encrypt(plaintext, associated = NOTHING) {
    bytes(plaintext, 'plaintext')
    bytes(associated, 'associated')
    const { index, tagBytes } = this.#scheme
    // With room for the tag, so that decrypt() accepts every message that encrypt() accepts.
    const m = this.#enter('encrypt', associated.length + plaintext.length + tagBytes)
    m.buffer.set(associated)
    m.buffer.set(plaintext, associated.length)
    const code = m.exports.encrypt(index, associated.length, plaintext.length)
    const ciphertext = takeBuffer(m, associated.length, plaintext.length)
    const tag = m.output.slice(0, tagBytes)
    m.wipeOutput(tagBytes)
    this.#leave(m)
    if (code === 0) return { ciphertext, tag }
    // In this case the buffer still contains the plaintext, which is not returned.
    ciphertext.fill(0)
    this.destroy()
    throw ended('encrypt')
  }

  decrypt(ciphertext, tag, associated = NOTHING) {
    bytes(ciphertext, 'ciphertext')
    bytes(associated, 'associated')
    if (bytes(tag, 'tag').length !== this.#scheme.tagBytes) {
      throw new RangeError(
        `tag has ${tag.length} bytes; tags of ${this.#scheme.name} have ${this.#scheme.tagBytes}`,
      )
    }
    const m = this.#enter('decrypt', associated.length + ciphertext.length + tag.length)
    m.buffer.set(associated)
    m.buffer.set(ciphertext, associated.length)
    m.buffer.set(tag, associated.length + ciphertext.length)
    const code = m.exports.decrypt(this.#scheme.index, associated.length, ciphertext.length, tag.length)
    const plaintext = takeBuffer(m, associated.length, ciphertext.length)
    this.#leave(m)
    if (code === 0) return plaintext
    this.destroy()
    throw new CounterpointError(
      'ERR_TAG',
      'the tag does not match: the message, the associated data, the key or the ' +
        "nonce differs from the sender's, or an earlier message was skipped; the session has ended",
    )
  }

  destroy() {
    this.#state?.fill(0)
    this.#state = null
  }

  #enter(method, length) {
    if (this.#state === null) throw ended(method)
    const m = running(SOURCE)
    within(m, length, 'the message, its associated data and its tag', 'send it as several messages of the session')
    m.busy = true
    m.state(this.#scheme.index).set(this.#state)
    return m
  }

  #leave(m) {
    const state = m.state(this.#scheme.index)
    this.#state.set(state)
    state.fill(0)
    m.busy = false
  }
}

function ended(method) {
  return new CounterpointError(
    'ERR_SESSION_ENDED',
    `${method}: this session has ended; start a new one with a new nonce`,
  )
}

function within(m, length, name, remedy) {
  if (length > m.buffer.length) {
    throw new RangeError(
      `${name} have ${length} bytes together, more than the maximum of ${m.buffer.length}; ${remedy}`,
    )
  }
}

/** Copies a result out of the buffer, and wipes it there. */
function takeBuffer(m, at, length) {
  const result = m.buffer.slice(at, at + length)
  m.buffer.fill(0, at, at + length)
  return result
}

/** Creates the function that starts sessions of a scheme. */
export function aead(scheme) {
  const open = (key, nonce) => new Session(scheme, key, nonce)
  Object.defineProperty(open, 'name', { value: scheme.name })
  return Object.freeze(Object.assign(open, { tagLen: scheme.tagBytes }))
}

/** Throws unless a key has 1 to `most` bytes. */
export function checkKey(name, length, most) {
  if (length < 1 || length > most) {
    throw new RangeError(`the key of ${name} must have 1 to ${most} bytes, not ${length}`)
  }
}
