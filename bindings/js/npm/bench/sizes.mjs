// What one import adds to a bundle, raw and gzipped.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, '../dist')

const BUNDLES = {
  'counterpoint/keccak': `export { keccak256 } from 'counterpoint/keccak'`,
  'counterpoint/groestl': `export { groestl512 } from 'counterpoint/groestl'`,
  'counterpoint/fugue': `export { fugue512 } from 'counterpoint/fugue'`,
  'counterpoint/luffa': `export { luffa512 } from 'counterpoint/luffa'`,
  'counterpoint/aes': `export { Aes128 } from 'counterpoint/aes'`,
  'counterpoint/keyak': `export { lakeKeyak } from 'counterpoint/keyak'`,
  'hash-wasm': `export { createKeccak } from 'hash-wasm'`,
  '@noble/hashes': `export { keccak_256 } from '@noble/hashes/sha3.js'`,
  'js-sha3': `import { keccak256 } from 'js-sha3'; export { keccak256 }`,
}

function sizes(bytes) {
  return { bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length }
}

export function moduleSizes() {
  const names = readdirSync(join(dist, 'wasm')).sort()
  return Object.fromEntries(names.map((name) => [name, sizes(readFileSync(join(dist, 'wasm', name)))]))
}

export async function bundleSizes() {
  const entries = await Promise.all(
    Object.entries(BUNDLES).map(async ([name, contents]) => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: here },
        bundle: true,
        minify: true,
        format: 'esm',
        write: false,
        platform: 'browser',
        logLevel: 'error',
      })
      return [name, sizes(outputFiles[0].contents)]
    }),
  )
  return Object.fromEntries(entries)
}
