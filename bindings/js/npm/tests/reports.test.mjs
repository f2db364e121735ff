// Faults that users reported in other packages and that this package had too, by number. Those in browsers are in
// browser.test.mjs and old-chromium.test.mjs.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as counterpoint from 'counterpoint'
import { hashFile } from 'counterpoint/file'
import { hashStream } from 'counterpoint/stream'
import { build as esbuild } from 'esbuild'
import webpack from 'webpack'
import { run } from './child.mjs'
import { pattern } from './vectors.mjs'

const { sha3_256, utf8 } = counterpoint
const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)
const folder = mkdtempSync(join(tmpdir(), 'counterpoint-'))
// Inside node_modules, so that programs in it find the packages.
const inside = mkdtempSync(join(root, 'node_modules/.test-'))
after(() => {
  rmSync(folder, { recursive: true })
  rmSync(inside, { recursive: true })
})
const content = pattern(3_000_001)
const path = join(folder, 'a file')
writeFileSync(path, content)
const hexOf = (bytes) => Buffer.from(bytes).toString('hex')
const DIGEST = hexOf(sha3_256(content))
const ABC = '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'

test('F3 hashFile of a Blob of fs.openAsBlob, and of slices of it', () => {
  const digests = run(`
    import { openAsBlob } from 'node:fs'
    import { hashFile } from 'counterpoint/file'
    import { hex, sha3_256 } from 'counterpoint'
    const blob = await openAsBlob(${JSON.stringify(path)})
    const files = [blob, blob.slice(1), blob.slice(70_000, 2_000_000).slice(5), new Blob(['a', blob.slice(0, 10)])]
    const digests = []
    for (const file of files) digests.push(hex(await hashFile(file, { algorithm: sha3_256 })))
    console.log(JSON.stringify(digests))`)
  const parts = [content, content.subarray(1), content.subarray(70_005, 2_000_000)]
  const joined = Uint8Array.of(97, ...content.subarray(0, 10))
  assert.deepEqual(digests, [...parts, joined].map((part) => hexOf(sha3_256(part))))
})

test('F3 a file that changes under its Blob is an error, not the digest of something else', async () => {
  const { openAsBlob } = await import('node:fs')
  const changing = join(folder, 'changing')
  writeFileSync(changing, 'before')
  const blob = await openAsBlob(changing)
  writeFileSync(changing, 'after this')
  await assert.rejects(hashFile(blob, { algorithm: sha3_256 }), { name: 'NotReadableError' })
})

test('F3 a Blob whose stream ends early, and what only calls itself a Blob, are errors', async () => {
  const short = {
    size: 4,
    slice() {},
    arrayBuffer() {},
    stream: () => new Blob(['abc']).stream(),
    [Symbol.toStringTag]: 'Blob',
  }
  await assert.rejects(hashFile(short, { algorithm: sha3_256 }), /the Blob has a size of 4, but 3 bytes were read/)
  const failing = { ...short, stream: () => new ReadableStream({ start: (controller) => controller.error() }) }
  await assert.rejects(hashFile(failing, { algorithm: sha3_256 }), /the file could not be read/)
  const named = { [Symbol.toStringTag]: 'Blob' }
  await assert.rejects(hashFile(named, { algorithm: sha3_256 }), /file must be a path, a file URL or a Blob/)
})

/** A program that builds on the hashes of @noble/hashes. */
const USES_NOBLE = `
  import * as sha3 from '@noble/hashes/sha3.js'
  import { hmac } from '@noble/hashes/hmac.js'
  import { hkdf } from '@noble/hashes/hkdf.js'
  import { pbkdf2, pbkdf2Async } from '@noble/hashes/pbkdf2.js'
  const [password, salt] = ['password', 'salt'].map((text) => new TextEncoder().encode(text))
  const results = []
  // Version 1 has no shake128_32 and shake256_64.
  for (const name of Object.keys(sha3).filter((name) => /^(sha3|keccak)_\\d|^shake\\d+$/.test(name))) {
    const hash = sha3[name]
    results.push(hmac(hash, password, salt), hkdf(hash, password, salt, salt, 100))
    results.push(pbkdf2(hash, password, salt, { c: 3, dkLen: 200 }))
    results.push(await pbkdf2Async(hash, new Uint8Array(300), salt, { c: 4, dkLen: 70 }))
    const mac = hmac.create(hash, password).update(salt)
    results.push(mac.clone().digest(), mac.digest())
  }
`
const USES_TEXT = `results.push(sha3.keccak_256('text'), sha3.shake128('text', { dkLen: 9 }))`
const USES_SLH_DSA = `
  import { slh_dsa_shake_128f } from '@noble/post-quantum/slh-dsa.js'
  import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js'
  import { ml_kem512 } from '@noble/post-quantum/ml-kem.js'
  import { ed448 } from '@noble/curves/ed448.js'
  const seed = (length) => new Uint8Array(length).map((_, i) => i)
  const results = []
  for (const [scheme, length] of [[slh_dsa_shake_128f, 48], [ml_dsa44, 32]]) {
    const { publicKey, secretKey } = scheme.keygen(seed(length))
    const signature = scheme.sign(seed(9), secretKey, { extraEntropy: false })
    results.push(publicKey, secretKey, signature, Uint8Array.of(scheme.verify(signature, seed(9), publicKey)))
  }
  const kem = ml_kem512.keygen(seed(64))
  results.push(kem.publicKey, ml_kem512.encapsulate(kem.publicKey, seed(32)).sharedSecret)
  results.push(ed448.sign(seed(9), seed(57)))
`

/** Runs a program with this package in place of noble's hashes, and with noble's own, and compares the results. */
async function asNoble(program, resolveDir = here) {
  const ours = { '@noble/hashes/sha3.js': 'counterpoint/noble-sha3', '@noble/hashes/sha3': 'counterpoint/noble-sha3' }
  const outputs = []
  for (const alias of [{}, ours]) {
    const contents = `${program}
      console.log(JSON.stringify(results.map((bytes) => Buffer.from(bytes).toString('base64'))))`
    const outfile = join(folder, 'noble.mjs')
    const stdin = { contents, resolveDir }
    await esbuild({ stdin, bundle: true, format: 'esm', platform: 'node', outfile, alias, logLevel: 'error' })
    outputs.push(JSON.parse(execFileSync(process.execPath, [outfile])))
  }
  assert.ok(outputs[0].length > 0)
  assert.deepEqual(outputs[1], outputs[0])
}

test('F11 pbkdf2, hkdf and hmac of @noble/hashes 2 with our hashes', () => asNoble(USES_NOBLE))

test('F11 pbkdf2, hkdf and hmac of @noble/hashes 1 with our hashes', () =>
  // Version 1 is there as a dependency of another package.
  asNoble(USES_NOBLE + USES_TEXT, dirname(createRequire(import.meta.url).resolve('ethereum-cryptography/keccak.js'))))

test('F11 SLH-DSA, ML-DSA, ML-KEM and Ed448 of the packages of noble with our hashes', () => asNoble(USES_SLH_DSA))

/** The result of a call, as a text that can be compared. */
function outcome(call) {
  try {
    const value = call()
    return value instanceof Uint8Array ? hexOf(value) : String(value)
  } catch {
    return 'an error'
  }
}

/** The calls to try on a hash of @noble/hashes and on its hashers. */
const NOBLE_CALLS = {
  bytes: (hash) => hash(content.subarray(0, 300)),
  'no message': (hash) => hash(),
  'another type': (hash) => hash(new Uint16Array(2)),
  'dkLen: 0': (hash) => hash(content, { dkLen: 0 }),
  'dkLen: 1000': (hash) => hash(content.subarray(9), { dkLen: 1000 }),
  'dkLen: -1': (hash) => hash(content, { dkLen: -1 }),
  "dkLen: '5'": (hash) => hash(content, { dkLen: '5' }),
  'dkLen of a hasher': (hash) => hash.create({ dkLen: 7 }).outputLen,
  'an unknown option': (hash) => hash(content, { other: 1 }),
  lengths: (hash) => [hash.outputLen, hash.blockLen, hash.create().outputLen, hash.create().blockLen],
  digestInto(hash) {
    const out = new Uint8Array(hash.outputLen)
    hash.create().digestInto(out)
    return out
  },
  'digestInto something short': (hash) => hash.create().digestInto(new Uint8Array(3)),
  'digest twice': (hash) => [1, 2].map(hash.create().digest),
  'update after digest'(hash) {
    const hasher = hash.create()
    hasher.digest()
    hasher.update(content)
  },
  xof: (hash) => hash.create().update(utf8('a')).xof(500),
  'xof in pieces'(hash) {
    const hasher = hash.create()
    hasher.xof(10)
    const copy = hasher.clone()
    return [hasher.xof(200), copy.xofInto(new Uint8Array(200))].map(hexOf)
  },
  'xof of a fraction': (hash) => hash.create().xof(1.5),
  'digest after xof'(hash) {
    const hasher = hash.create()
    hasher.xof(3)
    hasher.digest()
  },
  'writeInto in pieces'(hash) {
    const hasher = hash.create()
    return [9, 8].map((length) => hexOf(hasher.writeInto(new Uint8Array(length))))
  },
  'clone of an ended one'(hash) {
    const hasher = hash.create()
    hasher.destroy()
    hasher.clone().digest()
  },
  '_cloneInto another one'(hash) {
    const other = hash.create().update(content)
    return hash.create().update(utf8('a'))._cloneInto(other).digest()
  },
  '_cloneInto an ended one'(hash) {
    const ended = hash.create()
    ended.digest()
    return hash.create().update(utf8('a'))._cloneInto(ended).digest()
  },
  '_cloneInto itself'(hash) {
    const hasher = hash.create().update(utf8('a'))
    return hasher._cloneInto(hasher).digest()
  },
  phases(hash) {
    const hasher = hash.create()
    const before = [hasher.finished, hasher.destroyed]
    hasher.digest()
    return [...before, hasher.finished, hasher.destroyed]
  },
}

test('F11 all names, members and outcomes of noble-sha3 are those of @noble/hashes 1 and 2', async () => {
  const ours = await import('counterpoint/noble-sha3')
  const one = createRequire(createRequire(import.meta.url).resolve('ethereum-cryptography/keccak.js'))
  for (const theirs of [await import('@noble/hashes/sha3.js'), one('@noble/hashes/sha3')]) {
    for (const name of Object.keys(theirs)) {
      assert.equal(typeof ours[name], typeof theirs[name], name)
      if (theirs[name].create === undefined) continue
      for (const member of Object.keys(theirs[name])) assert.ok(member in ours[name], `${name}.${member}`)
      if (theirs[name].oid !== undefined) assert.deepEqual(ours[name].oid, theirs[name].oid)
      for (const [about, call] of Object.entries(NOBLE_CALLS)) {
        const [our, their] = [ours, theirs].map((all) => outcome(() => call(all[name])))
        assert.equal(our, their, `${name}: ${about}`)
      }
    }
  }
})

const USES_FILE = `
  import { hex, sha3_256 } from 'counterpoint/keccak'
  import { hashFile } from 'counterpoint/file'
  const main = async () => {
    const digests = []
    for (const algorithm of [sha3_256, 'sha3_256']) digests.push(hex(await hashFile(process.argv[2], { algorithm })))
    console.log(JSON.stringify(digests))
  }
  main()`

for (const format of ['esm', 'cjs']) {
  const name = `bundle.${format === 'esm' ? 'mjs' : 'cjs'}`

  test(`F12 hashFile in a bundle for Node by esbuild: ${format}`, async () => {
    // Away from the package, which the bundle might otherwise find.
    const outfile = join(folder, `esbuild-${name}`)
    const stdin = { contents: USES_FILE, resolveDir: here }
    await esbuild({ stdin, bundle: true, format, platform: 'node', outfile, logLevel: 'error' })
    assert.deepEqual(JSON.parse(execFileSync(process.execPath, [outfile, path])), [DIGEST, DIGEST])
  })

  test(`F12 hashFile in a bundle for Node by webpack: ${format}`, async () => {
    const entry = join(inside, 'entry.mjs')
    writeFileSync(entry, USES_FILE)
    const module = format === 'esm'
    const stats = await new Promise((resolve, reject) => {
      const configuration = {
        mode: 'production',
        target: 'node18',
        entry,
        experiments: { outputModule: module },
        output: {
          path: join(folder, `webpack-${format}`),
          filename: name,
          module,
          chunkFormat: module ? 'module' : 'commonjs',
        },
      }
      webpack(configuration, (error, stats) => (error ? reject(error) : resolve(stats)))
    })
    assert.equal(stats.hasErrors(), false, stats.toString())
    const bundle = join(folder, `webpack-${format}`, name)
    assert.deepEqual(JSON.parse(execFileSync(process.execPath, [bundle, path])), [DIGEST, DIGEST])
  })
}

test('F31 many files at once: as many workers as the machine has cores, and then the process ends', () => {
  const [right, most] = run(`
    import { createRequire } from 'node:module'
    const threads = createRequire(import.meta.url)('node:worker_threads')
    let [now, most] = [0, 0]
    const { Worker } = threads
    threads.Worker = class extends Worker {
      constructor(...values) {
        super(...values)
        most = Math.max(most, ++now)
        this.on('exit', () => now--)
      }
    }
    createRequire(import.meta.url)('node:module').syncBuiltinESMExports()
    const { hashFile } = await import('counterpoint/file')
    const { hex } = await import('counterpoint')
    const work = Array.from({ length: 1500 }, () => hashFile(${JSON.stringify(path)}, { algorithm: 'sha3_256' }))
    const digests = (await Promise.all(work)).map(hex)
    console.log(JSON.stringify([digests.every((digest) => digest === '${DIGEST}'), most]))`)
  assert.equal(right, true)
  assert.ok(most >= 1 && most <= cpus().length, `${most} workers`)
})

test('F31 a task that waits in the queue can be aborted, and errors leave the others alone', async () => {
  const stop = new AbortController()
  const work = Array.from({ length: 40 }, (_, i) => {
    if (i % 3 === 1) return hashFile(join(folder, 'missing'), { algorithm: sha3_256 })
    return hashFile(path, { algorithm: sha3_256, signal: i % 3 === 2 ? stop.signal : undefined })
  })
  setTimeout(() => stop.abort(new Error('enough')))
  const results = await Promise.allSettled(work)
  results.forEach(({ status, value, reason }, i) => {
    if (i % 3 === 0) assert.equal(hexOf(value), DIGEST)
    if (i % 3 === 1) assert.equal(reason.code, 'ENOENT')
    if (i % 3 === 2 && status === 'rejected') assert.equal(reason.message, 'enough')
  })
  assert.ok(results.some(({ reason }) => reason?.message === 'enough'))
})

test('F31 one signal for many files: no warning, and what is aborted in the queue starts no worker', () => {
  const [most, aborted, milliseconds, warnings] = run(`
    import { createRequire } from 'node:module'
    const threads = createRequire(import.meta.url)('node:worker_threads')
    let started = 0
    const { Worker } = threads
    threads.Worker = class extends Worker {
      constructor(...values) {
        super(...values)
        started++
      }
    }
    createRequire(import.meta.url)('node:module').syncBuiltinESMExports()
    const { hashFile } = await import('counterpoint/file')
    const warnings = []
    process.on('warning', ({ name }) => warnings.push(name))
    await hashFile(${JSON.stringify(path)}, { algorithm: 'sha3_256' })
    const stop = new AbortController()
    const options = { algorithm: 'sha3_256', signal: stop.signal }
    const work = Promise.allSettled(Array.from({ length: 3000 }, () => hashFile(${JSON.stringify(path)}, options)))
    await new Promise((resolve) => setTimeout(resolve, 100))
    const begin = Date.now()
    stop.abort(new Error('enough'))
    const aborted = (await work).filter(({ reason }) => reason?.message === 'enough').length
    console.log(JSON.stringify([started, aborted, Date.now() - begin, warnings]))`)
  assert.ok(most <= cpus().length + 1, `${most} workers`)
  assert.ok(aborted > 0)
  assert.ok(milliseconds < 5000, `${milliseconds} ms`)
  assert.deepEqual(warnings, [])
})

test('F31 a worker that fails after its end does not make room for one more', async () => {
  const { Pool } = await import(new URL('../node_modules/counterpoint/pool.js', import.meta.url))
  const failures = []
  let running = 0
  const pool = new Pool(1, (message, failure) => {
    running++
    failures.push(failure)
    return { post() {}, rest() {}, work() {}, end: () => running-- }
  })
  const stop = new AbortController()
  const works = [stop.signal, undefined, undefined].map((signal) => pool.run({}, { signal }))
  stop.abort(new Error('enough'))
  await assert.rejects(works[0], /enough/)
  failures[0](new Error('late'))
  assert.equal(running, 1)
  failures[1](new Error('broken'))
  await assert.rejects(works[1], /broken/)
  assert.equal(running, 1)
})

test('F32 where there is no Worker, hashFile hashes in place and gives way', () => {
  // The file for browsers, in a process without Worker.
  const file = new URL('../node_modules/counterpoint/file.js', import.meta.url)
  const [digest, ticks, error] = run(`
    import { hex, groestl512 } from 'counterpoint'
    const { hashFile } = await import('${file}')
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    const blob = new Blob(Array(20).fill(new Uint8Array(1 << 20)))
    const digest = hex(await hashFile(blob, { algorithm: groestl512 }))
    clearInterval(timer)
    const stop = new AbortController()
    const work = hashFile(blob, { algorithm: groestl512, signal: stop.signal })
    setTimeout(() => stop.abort(new Error('enough')), 5)
    const error = await work.catch((error) => error.message)
    console.log(JSON.stringify([digest === hex(groestl512(new Uint8Array(20 << 20))), ticks, error]))`)
  assert.equal(digest, true)
  assert.ok(ticks >= 5, `${ticks} ticks`)
  assert.equal(error, 'enough')
})

test('F32 a browser that refuses workers at once: the error says what to do, for each file', () => {
  const file = new URL('../node_modules/counterpoint/file.js', import.meta.url)
  const messages = run(`
    import { sha3_256 } from 'counterpoint'
    globalThis.Worker = class { constructor() { throw new TypeError("requires 'TrustedScriptURL' assignment") } }
    const { hashFile } = await import('${file}')
    const works = Array.from({ length: 20 }, () => hashFile(new Blob(['abc']), { algorithm: sha3_256 }))
    console.log(JSON.stringify((await Promise.allSettled(works)).map(({ reason }) => reason.message)))`)
  assert.equal(messages.length, 20)
  for (const message of messages) {
    assert.match(message, /worker-src 'self' blob: \(the browser says: requires 'TrustedScriptURL' assignment\)/)
  }
})

test('F33 jest with jsdom: texts, files, and the same bytes', () => {
  const app = join(inside, 'jest')
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{}')
  writeFileSync(
    join(app, 'all.test.js'),
    `/** @jest-environment jsdom */
     const { hex, sha3_256, utf8 } = require('counterpoint')
     const { hashFile } = require('counterpoint/file')
     test('text', () => expect(hex(sha3_256(utf8('abc')))).toBe('${ABC}'))
     test('file', async () => {
       expect(hex(await hashFile(new Blob(['abc']), { algorithm: sha3_256 }))).toBe('${ABC}')
       expect(hex(await hashFile(new File(['abc'], 'name'), { algorithm: 'sha3_256' }))).toBe('${ABC}')
     })`,
  )
  // The files are in node_modules, which jest ignores by default.
  const config = { rootDir: app, testPathIgnorePatterns: [], haste: { retainAllFiles: true } }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/jest/bin/jest.js'), '--ci', '--config', JSON.stringify(config)],
    { cwd: app, encoding: 'utf8' },
  )
  assert.equal(status, 0, stdout + stderr)
})

test('F33 Blobs as other implementations have them: without a tag (happy-dom), without streams', async () => {
  const bytes = content.subarray(0, 2_500_000)
  const part = (from, to) => ({
    size: to - from,
    slice: (begin, end) => part(from + begin, Math.min(from + end, to)),
    arrayBuffer: async () => bytes.slice(from, to).buffer,
  })
  const blob = part(0, bytes.length)
  const streams = { ...blob, stream: () => new Blob([bytes]).stream() }
  for (const file of [blob, streams]) {
    assert.equal(hexOf(await hashFile(file, { algorithm: sha3_256 })), hexOf(sha3_256(bytes)))
  }
})

test('F33 utf8 without TextEncoder is as with it', () => {
  const borders = ['\u0000\u007f\u0080\u07ff\u0800\uffff', '\u{10000}\u{10ffff}']
  const texts = ['', 'abc', ...borders, 'a\ud800b', '\udc00\ud800', '\ud83d\ude00\ud83d']
  const bytes = run(`
    delete globalThis.TextEncoder
    const { utf8 } = await import('counterpoint')
    console.log(JSON.stringify(${JSON.stringify(texts)}.map((text) => [...utf8(text)])))`)
  assert.deepEqual(
    bytes,
    texts.map((text) => [...utf8(text)]),
  )
})

test('F34 init and hashes take what another realm has made', () => {
  const wasm = join(root, 'node_modules/counterpoint/wasm/keccak-portable.wasm')
  const digests = run(`
    import { readFileSync } from 'node:fs'
    import vm from 'node:vm'
    import { hex, init, sha3_256, utf8 } from 'counterpoint'
    import { hashFile } from 'counterpoint/file'
    init(vm.runInNewContext('new WebAssembly.Module(b)', { b: readFileSync(${JSON.stringify(wasm)}) }))
    const bytes = vm.runInNewContext('Uint8Array.of(97, 98, 99)')
    const url = Object.assign(Object.create({ get [Symbol.toStringTag]() { return 'URL' } }),
      { href: new URL('file://' + ${JSON.stringify(path)}).href })
    console.log(JSON.stringify([hex(sha3_256(utf8('abc'))), hex(sha3_256(bytes)),
      hex(await hashFile(url, { algorithm: sha3_256 }))]))`)
  assert.deepEqual(digests, [ABC, ABC, DIGEST])
  const later = run(`
    import { readFileSync } from 'node:fs'
    import vm from 'node:vm'
    import { hex, init, sha3_256, utf8 } from 'counterpoint'
    await init(vm.runInNewContext('WebAssembly.compile(b)', { b: readFileSync(${JSON.stringify(wasm)}) }))
    console.log(JSON.stringify(hex(sha3_256(utf8('abc')))))`)
  assert.equal(later, ABC)
})

test('F34 init says what to pass in the place of what bundlers make of a module', async () => {
  const { init } = await import('counterpoint')
  const module = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))
  for (const [source, remedy] of [
    ['/keccak.wasm', /not a string; pass fetch\(url\)$/],
    [new URL('file:///keccak.wasm'), /; pass fetch\(url\)$/],
    [{ default: module }, /; pass its default$/],
    [{ module, instance: {} }, /; pass its module$/],
    [new ArrayBuffer(8), /; pass WebAssembly.compile\(bytes\)$/],
    [new SharedArrayBuffer(8), /; pass WebAssembly.compile\(bytes\)$/],
    [new DataView(new ArrayBuffer(8)), /; pass WebAssembly.compile\(bytes\)$/],
  ]) {
    assert.throws(() => init(source), remedy)
    await assert.rejects(init(Promise.resolve(source)), remedy)
  }
})

test('F35 where the global object takes no properties, each copy has its own state', () => {
  const digest = run(`
    Object.preventExtensions(globalThis)
    const { hex, sha3_256, utf8 } = await import('counterpoint')
    console.log(JSON.stringify(hex(sha3_256(utf8('abc')))))`)
  assert.equal(digest, ABC)
})

test('F35 hashFile and hash-wasm take the functions of either copy, and no others', async () => {
  const cjs = createRequire(import.meta.url)('counterpoint')
  assert.equal(hexOf(await hashFile(path, { algorithm: cjs.sha3_256 })), DIGEST)
  const others = [function sha3_256() {}, Object.assign(() => {}, { create() {} })]
  for (const algorithm of others) {
    await assert.rejects(hashFile(path, { algorithm }), /algorithm must be a hash function of this package or its name/)
  }
})

test('F35 import and require in one program: one class of errors, one state', () => {
  const facts = run(`
    import { readFileSync } from 'node:fs'
    import { createRequire } from 'node:module'
    import * as esm from 'counterpoint'
    const require = createRequire(import.meta.url)
    const cjs = require('counterpoint')
    const wasm = require.resolve('counterpoint/wasm/keccak-simd128.wasm')
    let compiled = 0
    const construct = (target, values) => (compiled++, new target(...values))
    WebAssembly.Module = new Proxy(WebAssembly.Module, { construct })
    cjs.init(new WebAssembly.Module(readFileSync(wasm)))
    const digests = [esm, cjs].map(({ hex, sha3_256, utf8 }) => hex(sha3_256(utf8('abc'))))
    const hasher = cjs.sha3_256.create()
    hasher.digest()
    let error
    try { hasher.digest() } catch (thrown) { error = thrown }
    console.log(JSON.stringify([digests, compiled, error instanceof esm.CounterpointError,
      esm.CounterpointError === cjs.CounterpointError]))`)
  assert.deepEqual(facts, [[ABC, ABC], 1, true, true])
})

test('a Buffer is a path, also one that is no UTF-8', async () => {
  const odd = Buffer.concat([Buffer.from(join(folder, 'odd-')), Buffer.of(0xff)])
  assert.equal(hexOf(await hashFile(Buffer.from(path), { algorithm: sha3_256 })), DIGEST)
  writeFileSync(odd, 'abc')
  assert.ok(readdirSync(folder, { encoding: 'buffer' }).some((name) => name.includes(0xff)))
  assert.equal(hexOf(await hashFile(odd, { algorithm: sha3_256 })), ABC)
})

test('what a hasher was given in a Buffer may change afterwards', () => {
  const changed = (create) => {
    const given = Buffer.from('0123456789abcdef')
    const hasher = create(given)
    given.fill(0)
    return hexOf(hasher.update(utf8('message')).digest())
  }
  for (const create of [
    (customization) => counterpoint.kt128.create({ customization }),
    (customization) => counterpoint.kt256.create({ customization }),
    (customization) => counterpoint.cshake128.create({ customization }),
    (customization) => counterpoint.parallelhash128.create({ customization }),
    (key) => counterpoint.kmac128.create(key, { customization: key }),
  ]) {
    const right = hexOf(create(utf8('0123456789abcdef')).update(utf8('message')).digest())
    assert.equal(changed(create), right)
  }
})

test('what a program adds to Object.prototype is no unknown option', () => {
  const digest = run(`
    Object.prototype.each = () => {}
    const { hex, shake128, utf8 } = await import('counterpoint')
    console.log(JSON.stringify(hex(shake128(utf8('abc'), { outputLen: 32 }))))`)
  assert.equal(digest, hexOf(counterpoint.shake128(utf8('abc'))))
})

test('errors of reading say which file it was, as those of opening do', async () => {
  for (const file of [folder, new URL(`file://${folder}`), join(folder, 'missing')]) {
    await assert.rejects(hashFile(file, { algorithm: sha3_256 }), ({ code, message, path }) => {
      assert.match(code, /EISDIR|ENOENT/)
      return message.includes(folder) && path.includes(folder)
    })
  }
})

test('hashStream never rejects with undefined', async () => {
  const error = { name: 'CounterpointError', code: 'ERR_STREAM_ENDED' }
  const cancelled = hashStream(sha3_256)
  await cancelled.readable.cancel()
  await assert.rejects(cancelled.digest, error)
  await assert.rejects(cancelled.writable.getWriter().closed, error)

  const aborted = hashStream(sha3_256)
  const reading = aborted.readable.getReader().read()
  await Promise.allSettled([aborted.writable.abort()])
  await assert.rejects(aborted.digest, error)
  await assert.rejects(reading, error)

  const failed = hashStream(sha3_256)
  const source = new ReadableStream({ start: (controller) => controller.error() })
  await assert.rejects(source.pipeThrough(failed).getReader().read())
  await assert.rejects(failed.digest, error)
})

/** Fails if a promise takes longer than a second. */
function soon(promise) {
  let timer
  const late = new Promise((_, reject) => (timer = setTimeout(reject, 1000, new Error('it still waits'))))
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

test('hashStream: a write is over when the reader has got the chunk, without a further request', async () => {
  const { readable, writable, digest } = hashStream(sha3_256)
  const [reader, writer] = [readable.getReader(), writable.getWriter()]
  for (const text of ['a', 'bc']) {
    const writing = writer.write(utf8(text))
    assert.deepEqual((await soon(reader.read())).value, utf8(text))
    await soon(writing)
  }
  const closing = writer.close()
  assert.equal((await soon(reader.read())).done, true)
  await closing
  assert.equal(hexOf(await digest), ABC)
})

test('hashStream: abort() of a writer that waits for the reader', async () => {
  for (const reason of [undefined, new Error('enough')]) {
    const error = reason ?? { code: 'ERR_STREAM_ENDED' }
    const aborted = hashStream(sha3_256)
    const writer = aborted.writable.getWriter()
    const writing = Promise.allSettled([writer.write(utf8('a')), writer.write(utf8('b')), writer.closed])
    await new Promise((resolve) => setTimeout(resolve, 5))
    await soon(writer.abort(reason))
    await soon(writing)
    await assert.rejects(soon(aborted.digest), error)
    await assert.rejects(soon(aborted.readable.getReader().read()), error)
  }
})

test('hashStream without streams says so', () => {
  const message = run(`
    delete globalThis.WritableStream
    const { hashStream } = await import('counterpoint/stream')
    const { sha3_256 } = await import('counterpoint')
    try { hashStream(sha3_256) } catch ({ code, message }) { console.log(JSON.stringify([code, message])) }`)
  assert.equal(message[0], 'ERR_NO_STREAMS')
  assert.match(message[1], /create\(\), update\(\) and digest\(\)/)
})

test('a view beyond a shortened buffer is not called detached', () => {
  const buffer = new ArrayBuffer(64, { maxByteLength: 128 })
  const view = new Uint8Array(buffer, 32, 16)
  buffer.resize(8)
  assert.throws(() => sha3_256(view), /TypeError: message is a view past the end of its buffer/)
  const moved = new Uint8Array(8)
  structuredClone(moved.buffer, { transfer: [moved.buffer] })
  assert.throws(() => sha3_256(moved), /TypeError: message is a view of a detached buffer/)
})
