// Files hashed in a worker.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { groestl512, kmac128, sha3_256, shake128 } from 'counterpoint'
import { hashFile } from 'counterpoint/file'
import { run } from './child.mjs'
import { pattern } from './vectors.mjs'

const folder = mkdtempSync(join(tmpdir(), 'counterpoint-'))
after(() => rmSync(folder, { recursive: true }))
const content = pattern(5_000_001)
const path = join(folder, 'a file')
writeFileSync(path, content)

test('a path, a file URL and a Blob', async () => {
  const expected = sha3_256(content)
  for (const file of [path, pathToFileURL(path), new Blob([content])]) {
    assert.deepEqual(await hashFile(file, { algorithm: sha3_256 }), expected)
    assert.deepEqual(await hashFile(file, { algorithm: 'sha3_256' }), expected)
  }
})

test('other functions, and options', async () => {
  assert.deepEqual(await hashFile(path, { algorithm: groestl512 }), groestl512(content))
  const options = { outputLen: 100 }
  assert.deepEqual(await hashFile(path, { algorithm: shake128, options }), shake128(content, options))
})

test('an empty file', async () => {
  writeFileSync(join(folder, 'empty'), '')
  assert.deepEqual(await hashFile(join(folder, 'empty'), { algorithm: sha3_256 }), sha3_256(new Uint8Array(0)))
})

test('progress increases and ends with all bytes', async () => {
  const reports = []
  await hashFile(path, { algorithm: sha3_256, onProgress: (done, total) => reports.push([done, total]) })
  assert.deepEqual(reports.at(-1), [content.length, content.length])
  for (let i = 1; i < reports.length; i++) assert.ok(reports[i][0] >= reports[i - 1][0])
})

test('abort: before and during the work', async () => {
  const controller = new AbortController()
  // It reports progress while it works.
  const onProgress = () => controller.abort(new Error('enough'))
  const file = new Blob(Array(40).fill(content))
  await assert.rejects(hashFile(file, { algorithm: groestl512, signal: controller.signal, onProgress }), /enough/)
  const atOnce = new AbortController()
  const work = hashFile(file, { algorithm: groestl512, signal: atOnce.signal })
  atOnce.abort(new Error('not at all'))
  await assert.rejects(work, /not at all/)
  await assert.rejects(hashFile(path, { algorithm: sha3_256, signal: AbortSignal.abort() }), { name: 'AbortError' })
})

test('errors come back with their class, text and code', async () => {
  await assert.rejects(hashFile(join(folder, 'missing'), { algorithm: sha3_256 }), { code: 'ENOENT' })
  await assert.rejects(hashFile(path, { algorithm: 'md5' }), /RangeError: there is no algorithm 'md5'/)
  await assert.rejects(hashFile(path, { algorithm: kmac128 }), RangeError)
  await assert.rejects(
    hashFile(path, { algorithm: shake128, options: { bits: 1 } }),
    /TypeError: unknown option 'bits'/,
  )
  await assert.rejects(
    hashFile(path, { algorithm: shake128, options: { outputLen: () => 1 } }),
    /TypeError: outputLen must be an integer/,
  )
  await assert.rejects(hashFile(path, { algorithm: 7 }), /TypeError: algorithm must be/)
  await assert.rejects(hashFile(path), /TypeError: algorithm must be/)
  await assert.rejects(hashFile(path, { algorithm: sha3_256, progress() {} }), /unknown option 'progress'/)
  await assert.rejects(hashFile(path, { algorithm: sha3_256, onProgress: 7 }), /onProgress must be a function/)
  await assert.rejects(hashFile(path, { algorithm: sha3_256, signal: {} }), /TypeError: signal must be an AbortSignal/)
  await assert.rejects(hashFile(content, { algorithm: sha3_256 }), /file must be a path, a file URL or a Blob/)
  const failing = () => {
    throw new Error('from onProgress')
  }
  await assert.rejects(hashFile(path, { algorithm: sha3_256, onProgress: failing }), /from onProgress/)
})

test("a module that init() was given is the worker's, too; and the process ends", () => {
  const digest = run(`
    import { readFileSync } from 'node:fs'
    import { createRequire } from 'node:module'
    import { hex, init } from 'counterpoint'
    import { hashFile } from 'counterpoint/file'
    const wasm = createRequire(import.meta.url).resolve('counterpoint/wasm/keccak-portable.wasm')
    init(new WebAssembly.Module(readFileSync(wasm)))
    console.log(JSON.stringify(hex(await hashFile(${JSON.stringify(path)}, { algorithm: 'sha3_256' }))))`)
  assert.equal(digest, Buffer.from(sha3_256(content)).toString('hex'))
})
