// The official test vectors of AES, and the designers' sessions of Keyak and Ketje.

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
  riverkeyak: c.riverKeyak,
  lakekeyak: c.lakeKeyak,
  seakeyak: c.seaKeyak,
  oceankeyak: c.oceanKeyak,
  lunarkeyak: c.lunarKeyak,
  ketje_jr: c.ketjeJr,
  ketje_sr: c.ketjeSr,
  ketje_minor: c.ketjeMinor,
  ketje_major: c.ketjeMajor,
}

for (const folder of ['keyak', 'ketje']) {
  for (const { name, path } of files(folder)) {
    test(`${folder}/${name}`, () => {
      const start = SCHEMES[name.replace('.json', '')]
      let messages = 0
      for (const session of json(path).vectors) {
        const steps = usable(session, start.tagLen)
        compare(start, session, steps)
        messages += steps.length
      }
      assert.ok(messages > 0)
    })
  }
}

/**
 * Returns the messages of a session up to the first that this package can't continue from. It lacks some options:
 * Keyak's tag for the start and its forgetting, and other tag lengths. A longer tag begins with the shorter one.
 */
function usable({ tag_flag: tag, forget_flag: forget, wraps, steps = wraps }, tagLen) {
  if (tag || forget) return []
  const other = steps.findIndex((step) => step.forget_flag || step.tag_hex.length !== 2 * tagLen)
  if (other === -1) return steps
  return steps.slice(0, steps[other].forget_flag || steps[other].tag_hex.length < 2 * tagLen ? other : other + 1)
}

function compare(start, session, steps) {
  const [key, nonce] = [unhex(session.key_hex), unhex(session.nonce_hex)]
  const sender = start(key, nonce)
  const receiver = start(key, nonce)
  for (const step of steps) {
    const associated = unhex(step.metadata_hex ?? step.associated_data_hex)
    const plaintext = unhex(step.plaintext_hex)
    const { ciphertext, tag } = sender.encrypt(plaintext, associated)
    assert.equal(hex(ciphertext), step.ciphertext_hex)
    assert.equal(hex(tag), step.tag_hex.slice(0, 2 * start.tagLen))
    assert.deepEqual(receiver.decrypt(ciphertext, tag, associated), plaintext)
  }
}
