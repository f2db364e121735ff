// In Chromium 102, which compiles WebAssembly on a page only asynchronously. It is the QtWebEngine of PySide6
// 6.4.3; OLD_CHROMIUM_PYTHON is a Python that has it.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const python = process.env.OLD_CHROMIUM_PYTHON
const options = python ? { timeout: 120_000 } : { skip: 'set OLD_CHROMIUM_PYTHON to a Python with PySide6 6.4.3' }
const ABC = '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'

/** Runs the code of a module in a page, and returns what it sets `result` to. */
async function inOldChromium(code) {
  const contents = `
    import * as counterpoint from 'counterpoint'
    import { hashFile } from 'counterpoint/file'
    import { sha3 } from 'counterpoint/hash-wasm'
    const { groestl256, hex, init, lakeKeyak, sha3_256, utf8 } = counterpoint
    const attempt = async (call) => { try { return await call() } catch ({ code, message }) { return [code, message] } }
    const main = async () => { ${code} }
    main().catch((error) => [error.code, error.message]).then((value) => (globalThis.result = JSON.stringify(value)))`
  const stdin = { contents, resolveDir: here }
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'iife', logLevel: 'error' })
  const files = { '/page.js': outputFiles[0].contents }
  files['/keccak.wasm'] = readFileSync(join(here, '../node_modules/counterpoint/wasm/keccak-simd128.wasm'))
  const server = createServer((request, response) => {
    response.setHeader('content-type', request.url === '/page.js' ? 'text/javascript' : 'text/html')
    response.end(files[request.url] ?? '<!doctype html><script src="/page.js"></script>')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const child = spawn(python, [join(here, 'old-chromium.py'), `http://127.0.0.1:${server.address().port}/`])
    let [output, errors] = ['', '']
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (errors += text))
    const status = await new Promise((resolve) => child.on('close', resolve))
    assert.equal(status, 0, errors)
    return JSON.parse(output)
  } finally {
    server.close()
  }
}

test('F5 a page in Chromium 102: the error names the remedy, await init() makes all calls work', options, async () => {
  const [version, refused, digest, groestl, tag, file, given] = await inOldChromium(`
    const version = Number(/Chrome\\/(\\d+)/.exec(navigator.userAgent)[1])
    const refused = await attempt(() => sha3_256(utf8('abc')))
    await init()
    const { ciphertext } = lakeKeyak(new Uint8Array(16), new Uint8Array(16)).encrypt(utf8('abc'))
    const file = hex(await hashFile(new Blob(['abc']), { algorithm: sha3_256 }))
    const given = await attempt(() => init(fetch('/keccak.wasm')))
    return [version, refused, hex(sha3_256(utf8('abc'))), hex(groestl256(utf8('abc'))).length, ciphertext.length, file,
      given[0]]`)
  assert.ok(version < 114, `Chromium ${version}`)
  assert.equal(refused[0], 'ERR_MAIN_THREAD')
  assert.match(refused[1], /await init\(\)/)
  assert.deepEqual([digest, groestl, tag, file, given], [ABC, 64, 3, ABC, 'ERR_MODULE_IN_USE'])
})

test('F5 a page in Chromium 102: init of a fetch, of a module, and the shape of hash-wasm', options, async () => {
  const [refused, digest] = await inOldChromium(`
    const module = await WebAssembly.compile(await (await fetch('/keccak.wasm')).arrayBuffer())
    const refused = await attempt(() => init(module))
    await init(fetch('/keccak.wasm'))
    return [refused, hex(sha3_256(utf8('abc')))]`)
  assert.equal(refused[0], 'ERR_MAIN_THREAD')
  assert.equal(digest, ABC)
  assert.equal(await inOldChromium(`return sha3('abc', 256)`), ABC)
})
