// Reads the known answers: those that are part of the project, and those in the folder that COUNTERPOINT_VECTORS names.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const committed = join(dirname(fileURLToPath(import.meta.url)), '../../crates/counterpoint-vectors/data')

/** Returns the files of a folder of both places, each path once. The larger place has all files of the other one. */
export function files(folder) {
  const places = [process.env.COUNTERPOINT_VECTORS, committed].filter(
    (place) => place && existsSync(join(place, folder)),
  )
  const found = new Map()
  for (const place of places) {
    for (const name of readdirSync(join(place, folder))) {
      if (!found.has(name) && /\.(json|rsp)$/.test(name)) found.set(name, join(place, folder, name))
    }
  }
  return [...found].sort().map(([name, path]) => ({ name, path }))
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

/** Returns the bytes i mod 251. */
export function pattern(length) {
  return new Uint8Array(length).map((_, i) => i % 251)
}
