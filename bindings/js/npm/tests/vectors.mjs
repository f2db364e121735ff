// Reads the known answers, as the tests of the modules do.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { files as paths } from '../../modules/tests/vectors.mjs'

export { pattern } from '../../modules/tests/vectors.mjs'

/** Returns the files in a folder, sorted by name. */
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

/** Returns the stanzas of NIST's .rsp files: objects whose keys are the names before the equals signs. */
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
