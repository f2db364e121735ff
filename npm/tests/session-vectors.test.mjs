// The official answers of AES, and the designers' sessions of Keyak and Ketje.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as c from 'counterpoint'
import { files, json, unhex } from './vectors.mjs'

const { hex } = c

for (const { name, path } of files('aes').filter(({ name }) => name.includes('cavp'))) {
  test(`aes/${name}`, () => {
    const { vectors } = json(path)
    assert.ok(vectors.length > 100)
    for (const { algorithm, key_hex: key, plaintext_hex: plaintext, ciphertext_hex: ciphertext } of vectors) {
      const aes = new c[`Aes${algorithm.slice(3, 6)}`](unhex(key))
      assert.equal(hex(aes.encrypt(unhex(plaintext))), ciphertext)
      const inPlace = unhex(plaintext)
      assert.equal(aes.encrypt(inPlace, inPlace), inPlace)
      assert.equal(hex(inPlace), ciphertext)
    }
  })
}

const SCHEMES = {
  riverkeyak: c.riverKeyak, lakekeyak: c.lakeKeyak, seakeyak: c.seaKeyak, oceankeyak: c.oceanKeyak, lunarkeyak: c.lunarKeyak,
  ketje_jr: c.ketjeJr, ketje_sr: c.ketjeSr, ketje_minor: c.ketjeMinor, ketje_major: c.ketjeMajor,
}

for (const folder of ['keyak', 'ketje']) {
  for (const { name, path } of files(folder)) {
    test(`${folder}/${name}`, () => {
      const start = SCHEMES[name.replace('.json', '')]
      const sessions = json(path).vectors.filter((session) => isPlain(session, start.tagLen))
      assert.ok(sessions.length > 0)
      for (const session of sessions) compare(start, session)
    })
  }
}

/**
 * Whether a session uses no option of Keyak or Ketje that this package leaves out: a tag of the start, to
 * forget, and tags of other lengths.
 */
function isPlain({ tag_flag: tag, forget_flag: forget, wraps = [], steps = [] }, tagLen) {
  const messages = [...wraps, ...steps]
  return !tag && !forget && messages.every((message) => !message.forget_flag && message.tag_hex.length === 2 * tagLen)
}

function compare(start, session) {
  const [key, nonce] = [unhex(session.key_hex), unhex(session.nonce_hex)]
  const sender = start(key, nonce)
  const receiver = start(key, nonce)
  for (const step of session.wraps ?? session.steps) {
    const associated = unhex(step.metadata_hex ?? step.associated_data_hex)
    const plaintext = unhex(step.plaintext_hex)
    const { ciphertext, tag } = sender.encrypt(plaintext, associated)
    assert.equal(hex(ciphertext), step.ciphertext_hex)
    assert.equal(hex(tag), step.tag_hex)
    assert.deepEqual(receiver.decrypt(ciphertext, tag, associated), plaintext)
  }
}
