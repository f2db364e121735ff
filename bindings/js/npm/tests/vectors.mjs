// Reads the known answers, which the tests of the modules read too.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { files as paths } from '../../modules/tests/vectors.mjs'

export { pattern } from '../../modules/tests/vectors.mjs'

/** Returns the files of a folder, in the order of their names. */
export function files(folder) {
  return paths(folder)
    .map((path) => ({ name: basename(path), path }))
    .filter(({ name }) => /\.(json|rsp)$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

export function json(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

export function unhex(text) {
  return new Uint8Array(Buffer.from(text, 'hex'))
}

/** Returns the stanzas of NIST's .rsp files: objects by the names in front of the equals signs. */
export function rsp(path) {
  return readFileSync(path, 'utf8')
    .split(/\r?\n\r?\n/)
    .map((stanza) => {
      const pairs = stanza
        .split(/\r?\n/)
        .map((line) => /^\[?(.+?) = (.*?)\]?$/.exec(line))
        .filter(Boolean)
      return Object.fromEntries(pairs.map(([, name, value]) => [name, value]))
    })
    .filter((stanza) => Object.keys(stanza).length > 0)
}
