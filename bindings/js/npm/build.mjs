// Assembles bindings/js/npm/dist, the package as published. Run it after scripts/wasm.sh: `node
// bindings/js/npm/build.mjs [FOLDER OF MODULES]`.

import { buildSync, transformSync } from 'esbuild'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const root = resolve(here, '../../..')
const modules = resolve(process.argv[2] ?? join(root, 'target/wasm'))
const dist = join(here, 'dist')

/**
 * The flavours of each family: those embedded in a bundle, and the others, which are files for init(). A second flavour
 * in a bundle is worth its bytes if it is much faster: relaxed SIMD cuts the time of Grøstl-512 by a quarter. SIMD cuts
 * the time of many short messages of Keccak by a quarter and that of KT by a third, but one message takes as long, and
 * the module is half as large again.
 */
const FLAVOURS = {
  // modules: begin, by `cargo xtask generate` from functions.toml
  keccak: { embedded: ['portable'], files: ['simd128'] },
  groestl: { embedded: ['relaxed', 'simd128'], files: [] },
  fugue: { embedded: ['relaxed', 'simd128'], files: [] },
  luffa: { embedded: ['simd128'], files: [] },
  aes: { embedded: ['simd128'], files: [] },
  aead: { embedded: ['portable'], files: [] },
  // modules: end
}

const { version } = JSON.parse(readFileSync(join(here, 'src/package.json')))
rmSync(dist, { recursive: true, force: true })
mkdirSync(join(dist, 'wasm'), { recursive: true })
mkdirSync(join(dist, 'embedded'))
copySources()
copyModules()
embedWorkers()
makeCommonJs()
copyDocuments()

function copySources() {
  for (const name of readdirSync(join(here, 'src'))) cpSync(join(here, 'src', name), join(dist, name))
  const [major, minor, patch] = version.split('.').map(Number)
  writeFileSync(
    join(dist, 'embedded/version.js'),
    `/** The version of the modules that this package works with: major, minor and patch, in 16, 8 and 8 bits. */\n` +
      `export const VERSION = ${major * 65536 + minor * 256 + patch}\n`,
  )
}

/** Writes the .wasm files, and for each family a file that embeds modules as hexadecimal digits. */
function copyModules() {
  for (const [family, { embedded, files }] of Object.entries(FLAVOURS)) {
    const bytesOf = (flavour) => readFileSync(join(modules, `${family}-${flavour}.wasm`))
    for (const flavour of [...embedded, ...files]) {
      writeFileSync(join(dist, `wasm/${family}-${flavour}.wasm`), bytesOf(flavour))
    }
    const lines = embedded.map((flavour) => `  ${flavour}: '${bytesOf(flavour).toString('hex')}',\n`)
    writeFileSync(
      join(dist, `embedded/${family}.js`),
      `/** The modules of the family ${family} as hexadecimal digits, by flavour. */\n` +
        `export const embedded = {\n${lines.join('')}}\n`,
    )
  }
}

/** Writes the workers of hashFile as texts, each with everything it imports, for bundles that lack their files. */
function embedWorkers() {
  for (const [name, platform] of [
    ['file-worker', 'browser'],
    ['file-worker-node', 'node'],
  ]) {
    const { outputFiles } = buildSync({
      entryPoints: [join(dist, `${name}.js`)],
      bundle: true,
      minify: true,
      write: false,
      platform,
      target: 'es2021',
      format: platform === 'node' ? 'cjs' : 'iife',
    })
    writeFileSync(
      join(dist, `embedded/${name}.js`),
      `/** The code of ${name}.js and of everything it imports. */\n` +
        `export const code = ${JSON.stringify(outputFiles[0].text)}\n`,
    )
  }
  rmSync(join(dist, 'file-worker-node.js'))
}

/**
 * Translates each file to CommonJS in dist/cjs. They are not bundled: objects that `counterpoint` and
 * `counterpoint/keccak` share, such as the class CounterpointError, must exist only once.
 */
function makeCommonJs() {
  const cjs = join(dist, 'cjs')
  mkdirSync(join(cjs, 'embedded'), { recursive: true })
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n')
  const names = [...readdirSync(dist), ...readdirSync(join(dist, 'embedded')).map((name) => `embedded/${name}`)]
  for (const name of names) {
    if (name.endsWith('.d.ts')) cpSync(join(dist, name), join(cjs, name))
    if (!name.endsWith('.js')) continue
    const { code } = transformSync(readFileSync(join(dist, name), 'utf8'), {
      format: 'cjs',
      platform: 'node',
      // Only ESM has the URL of file-worker.js; CommonJS uses the worker's text.
      define: { 'import.meta.url': 'undefined' },
      // Test sandboxes lack import() in CommonJS.
      supported: { 'dynamic-import': false },
      banner: `'use strict'`,
    })
    writeFileSync(join(cjs, name), code)
  }
}

function copyDocuments() {
  cpSync(join(here, 'README.md'), join(dist, 'README.md'))
  for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE']) cpSync(join(root, licence), join(dist, licence))
}
