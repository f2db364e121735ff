// In Chromium: a page built by Vite, with and without a Content-Security-Policy, and files hashed in a worker.

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, extname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { createServer as createVite6 } from 'vite6'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const options = existsSync(CHROMIUM) ? {} : { skip: `there is no Chromium at ${CHROMIUM}; set CHROMIUM to its path` }
const ABC = '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'

const here = dirname(fileURLToPath(import.meta.url))
// Inside node_modules, so that the program finds the package.
const folder = mkdtempSync(join(here, '../node_modules/.test-'))
const wasm = join(here, '../node_modules/counterpoint/wasm')
let server
let browser
let policy

before(async () => {
  if (options.skip) return
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>')
  writeFileSync(
    join(folder, 'main.js'),
    `import * as counterpoint from 'counterpoint'
     import { hashFile } from 'counterpoint/file'
     import { hashStream } from 'counterpoint/stream'
     globalThis.all = { ...counterpoint, hashFile, hashStream }`,
  )
  await build({ root: folder, configFile: false, logLevel: 'error' })
  const pages = join(folder, 'dist')
  server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : request.url
    const file = path.startsWith('/wasm/') ? join(wasm, path.slice(6)) : join(pages, path)
    if (!existsSync(file)) return response.writeHead(404).end()
    const types = { '.html': 'text/html', '.js': 'text/javascript' }
    const headers = { 'content-type': types[extname(file)] ?? 'application/octet-stream' }
    if (policy !== undefined) headers['content-security-policy'] = policy
    response.writeHead(200, headers).end(readFileSync(file))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Chromium refuses to sandbox as root.
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
})

after(async () => {
  await browser?.close()
  server?.close()
  rmSync(folder, { recursive: true })
})

/** Runs a function in a new page with this policy. */
async function inPage(contentSecurityPolicy, work, argument) {
  policy = contentSecurityPolicy
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${server.address().port}/`)
  await page.waitForFunction(() => globalThis.all !== undefined)
  const result = await page.evaluate(work, argument)
  await page.close()
  return result
}

const hashAbc = () => {
  const { hex, sha3_256, utf8 } = globalThis.all
  try {
    return hex(sha3_256(utf8('abc')))
  } catch ({ code, message }) {
    return { code, message }
  }
}

test('a page without a policy, or with wasm-unsafe-eval', options, async () => {
  assert.equal(await inPage(undefined, hashAbc), ABC)
  assert.equal(await inPage("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'", hashAbc), ABC)
})

test('a policy without wasm-unsafe-eval: the error says what to do', options, async () => {
  const { code, message } = await inPage("default-src 'self'", hashAbc)
  assert.equal(code, 'ERR_COMPILE_FORBIDDEN')
  assert.match(message, /wasm-unsafe-eval/)
})

test('init(fetch(url))', options, async () => {
  const [name] = readdirSync(wasm).filter((file) => file.startsWith('keccak'))
  const digest = await inPage(
    undefined,
    async (url) => {
      const { hex, init, sha3_256, utf8 } = globalThis.all
      await init(fetch(url))
      return hex(sha3_256(utf8('abc')))
    },
    `/wasm/${name}`,
  )
  assert.equal(digest, ABC)
})

for (const contentSecurityPolicy of [undefined, "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"]) {
  test(
    `hashFile in its worker, ${contentSecurityPolicy === undefined ? 'without' : 'with'} a policy`,
    options,
    async () => {
      const [right, progress, aborted] = await inPage(contentSecurityPolicy, async () => {
        const { hashFile, hex, sha3_256 } = globalThis.all
        const piece = new Uint8Array(1 << 20).map((_, i) => i % 251)
        const file = new File(Array(20).fill(piece), 'a file')
        const hasher = sha3_256.create()
        for (let i = 0; i < 20; i++) hasher.update(piece)
        const reports = []
        const digest = await hashFile(file, {
          algorithm: 'sha3_256',
          onProgress: (done, total) => reports.push(done / total),
        })
        const stop = new AbortController()
        const work = hashFile(file, { algorithm: 'sha3_256', signal: stop.signal })
        stop.abort(new Error('enough'))
        const aborted = await work.catch((error) => error.message)
        return [hex(digest) === hex(hasher.digest()), reports.at(-1), aborted]
      })
      assert.deepEqual([right, progress, aborted], [true, 1, 'enough'])
    },
  )
}

test('hashStream on the way of a download', options, async () => {
  const same = await inPage(undefined, async () => {
    const { hashStream, hex, sha3_256 } = globalThis.all
    const hashed = hashStream(sha3_256)
    const response = await fetch('/')
    const text = await new Response(response.body.pipeThrough(hashed)).text()
    return hex(await hashed.digest) === hex(sha3_256(new TextEncoder().encode(text)))
  })
  assert.equal(same, true)
})

/** Opens the page from Vite 6's server, and runs a function in it. */
async function underVite6(settings, work) {
  const cacheDir = join(folder, '.vite')
  rmSync(cacheDir, { recursive: true, force: true })
  const { optimizeDeps, headers } = settings
  const configuration = { root: folder, configFile: false, logLevel: 'error', cacheDir, optimizeDeps }
  const vite = await createVite6({ ...configuration, server: { port: 0, host: '127.0.0.1', headers } })
  try {
    await vite.listen()
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${vite.httpServer.address().port}/`)
    await page.waitForFunction(() => globalThis.all !== undefined)
    return await page.evaluate(work)
  } finally {
    await vite.close()
  }
}

const hashTwoFiles = async () => {
  const { hashFile, hex, sha3_256 } = globalThis.all
  const works = ['abc', 'abc'].map((text) => hashFile(new Blob([text]), { algorithm: sha3_256 }))
  return (await Promise.allSettled(works)).map(({ value, reason }) => (value ? hex(value) : reason.message))
}

for (const optimizeDeps of [{}, { exclude: ['counterpoint'] }]) {
  const name = `F13 hashFile under the server of Vite 6, with optimizeDeps: ${JSON.stringify(optimizeDeps)}`
  test(name, options, async () => {
    assert.deepEqual(await underVite6({ optimizeDeps }, hashTwoFiles), [ABC, ABC])
  })
}

test('F13 under Vite 6, and a policy that forbids workers of Blobs, the error says what to do', options, async () => {
  const headers = { 'content-security-policy': "worker-src 'self'" }
  for (const message of await underVite6({ headers }, hashTwoFiles)) {
    assert.match(message, /optimizeDeps: \{ exclude: \['counterpoint'\] \}/)
    assert.match(message, /worker-src 'self' blob:/)
  }
  // Its advice helps.
  const optimizeDeps = { exclude: ['counterpoint'] }
  assert.deepEqual(await underVite6({ headers, optimizeDeps }, hashTwoFiles), [ABC, ABC])
  const allowed = { 'content-security-policy': "worker-src 'self' blob:" }
  assert.deepEqual(await underVite6({ headers: allowed }, hashTwoFiles), [ABC, ABC])
})
