// The packed package: its files, its types, and its use by each kind of program.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build as esbuild, transformSync } from 'esbuild'
import { run } from './child.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)
const tarball = join(root, 'target/counterpoint.tgz')
const bin = (name) => join(root, 'node_modules/.bin', name)
const ABC = '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'

// The package in an empty folder, where npm installs it offline.
const folder = mkdtempSync(join(tmpdir(), 'counterpoint-'))
after(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'package.json'), '{ "private": true }')
const installed = spawnSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
  cwd: folder,
  encoding: 'utf8',
})
assert.equal(installed.status, 0, installed.stderr)
const packageFolder = join(folder, 'node_modules/counterpoint')
const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json')))

function filesOf(path, prefix = '') {
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? filesOf(join(path, entry.name), `${prefix}${entry.name}/`) : [prefix + entry.name],
    )
    .sort()
}

test('the packed files are those of the list', () => {
  const list = readFileSync(join(here, 'packed-files.txt'), 'utf8').trim().split('\n')
  assert.deepEqual(filesOf(packageFolder), list, 'if the change is meant: node tests/packed-files.mjs')
})

test('the manifest: no dependencies, no scripts, all exports exist', () => {
  assert.deepEqual(
    Object.keys(manifest).filter((key) => /dependencies|scripts|bin/i.test(key)),
    [],
  )
  assert.equal(manifest.sideEffects, false)
  const paths = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(paths))
  for (const path of [manifest.main, manifest.module, manifest.types, ...paths(manifest.exports)]) {
    assert.ok(path.includes('*') || existsSync(join(packageFolder, path)), path)
  }
})

test('the version is that of the library', () => {
  const workspace = readFileSync(join(root, '../../../Cargo.toml'), 'utf8')
  const version = /\[workspace\.package\]\s+version = "(.*)"/.exec(workspace)[1]
  assert.equal(manifest.version, version)
})

const SUBPATHS = Object.keys(manifest.exports)
  .filter((path) => !/\*|json$/.test(path))
  .map((path) => path.replace('.', 'counterpoint'))

test('every subpath is imported as ESM and required as CommonJS, with the same names', () => {
  for (const path of SUBPATHS) {
    const esm = run(`console.log(JSON.stringify(Object.keys(await import('${path}')).sort()))`, { cwd: folder })
    const cjs = run(`console.log(JSON.stringify(Object.keys(require('${path}')).sort()))`, {
      cwd: folder,
      commonjs: true,
    })
    assert.ok(esm.length > 0)
    assert.deepEqual(cjs, esm, path)
  }
})

test('CommonJS: one class of errors, one module for all subpaths; hashFile in its worker', () => {
  const result = run(
    `
    const all = require('counterpoint')
    const { sha3_256, CounterpointError } = require('counterpoint/keccak')
    const { hashFile } = require('counterpoint/file')
    hashFile(${JSON.stringify(join(folder, 'package.json'))}, { algorithm: 'sha3_256' }).then((digest) => {
      const once = [all.sha3_256 === sha3_256, all.CounterpointError === CounterpointError]
      console.log(JSON.stringify([...once, all.hex(digest)]))
    })`,
    { cwd: folder, commonjs: true },
  )
  const expected = createHash('sha3-256')
    .update(readFileSync(join(folder, 'package.json')))
    .digest('hex')
  assert.deepEqual(result, [true, true, expected])
})

const PROGRAM = `import { sha3_256, utf8, hex } from 'counterpoint'
console.log(JSON.stringify(hex(sha3_256(utf8('abc')))))
`

test('esbuild: a bundle runs, as ESM and as an IIFE, and contains only what is used', async () => {
  writeFileSync(join(folder, 'program.js'), PROGRAM)
  for (const format of ['esm', 'iife', 'cjs']) {
    const outfile = join(folder, `bundle-${format}.${format === 'esm' ? 'mjs' : 'cjs'}`)
    await esbuild({
      entryPoints: [join(folder, 'program.js')],
      bundle: true,
      minify: true,
      format,
      outfile,
      platform: 'browser',
    })
    assert.equal(JSON.parse(execFileSync(process.execPath, [outfile])), ABC)
    const keccak = statSync(join(packageFolder, 'wasm/keccak-portable.wasm')).size
    const overhead = statSync(outfile).size - keccak * 2
    assert.ok(overhead < 17000, `${overhead} bytes in addition to the modules`)
  }
})

test('the syntax of all files is known to the engines that README names', () => {
  const scripts = filesOf(packageFolder).filter((name) => name.endsWith('.js'))
  assert.ok(scripts.length > 50)
  for (const name of scripts) {
    const code = readFileSync(join(packageFolder, name), 'utf8')
    const [known, newest] = [['chrome91', 'firefox90', 'safari16.4', 'node18'], 'esnext'].map(
      (target) => transformSync(code, { target }).code,
    )
    assert.equal(known, newest, name)
  }
})

test('vite: a bundle runs, and its worker is a file of its own', () => {
  const app = join(folder, 'app')
  mkdirSync(app, { recursive: true })
  writeFileSync(join(app, 'index.html'), '<script type="module" src="/main.js"></script>')
  writeFileSync(
    join(app, 'main.js'),
    `${PROGRAM}import { hashFile } from 'counterpoint/file'\nglobalThis.hashFile = hashFile\n`,
  )
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }')
  execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', app, '--logLevel', 'error'], {
    cwd: app,
  })
  const assets = readdirSync(join(app, 'dist/assets'))
  assert.ok(
    assets.some((name) => name.startsWith('file-worker')),
    assets.join(),
  )
  const main = assets.find((name) => name.startsWith('index') && name.endsWith('.js'))
  const text = execFileSync(process.execPath, [
    '--input-type=module',
    '-e',
    `globalThis.document = { querySelectorAll: () => [], createElement: () => ({ relList: { supports: () => true } }) }
     globalThis.MutationObserver = class { observe() {} }
     await import(${JSON.stringify(join(app, 'dist/assets', main))})`,
  ])
  assert.equal(JSON.parse(text), ABC)
})

test('in a worker thread, and in several at the same time', () => {
  const digests = run(
    `
    import { Worker } from 'node:worker_threads'
    const code = \`
      const { parentPort } = require('node:worker_threads')
      import('counterpoint').then(({ sha3_256, utf8, hex }) => parentPort.postMessage(hex(sha3_256(utf8('abc')))))\`
    const one = () => new Promise((resolve, reject) => {
      new Worker(code, { eval: true, execArgv: [] }).on('message', resolve).on('error', reject)
    })
    console.log(JSON.stringify(await Promise.all([one(), one(), one()])))`,
    { cwd: folder },
  )
  assert.deepEqual(digests, [ABC, ABC, ABC])
})

/** Runs a tool on the tarball or the folder; fails with its output. */
function tool(...command) {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', cwd: root })
  assert.equal(status, 0, stdout + stderr)
}

test('publint has nothing to say', () => tool(bin('publint'), packageFolder, '--strict', '--pack', 'false'))

test('the types are right in every way of resolution (are the types wrong?)', () => {
  tool(bin('attw'), tarball, '--exclude-entrypoints', './wasm/*', '--profile', 'node16')
})

test('tsc --strict accepts what the types should, and refuses the rest', () => {
  tool(bin('tsc'), '--project', 'tests/tsconfig.json')
  tool(bin('tsc'), '--project', 'tests/tsconfig.bundler.json')
})
