// How modules are chosen, compiled, passed to init and replaced.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { run } from './child.mjs'

const require = createRequire(import.meta.url)
const pathOf = (name) => require.resolve(`counterpoint/wasm/${name}.wasm`)
const ABC = '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'

const PRELUDE = `
  import { readFileSync } from 'node:fs'
  const print = (value) => console.log(JSON.stringify(value))
  const facts = ({ name, code, message }) => [name, code, message]
  const code = (call) => { try { call(); return 'none' } catch (error) { return facts(error) } }
  const replaceModule = (construct) => { WebAssembly.Module = new Proxy(WebAssembly.Module, { construct }) }
`
const wasm = (name) => `readFileSync(${JSON.stringify(pathOf(name))})`
const USE = `const { sha3_256, utf8, hex, init, groestl256 } = await import('counterpoint');`

test('importing compiles nothing; the first hash compiles one module', () => {
  const counts = run(`${PRELUDE}
    let compiled = 0
    replaceModule((target, args) => (compiled++, new target(...args)))
    ${USE}
    const counts = [compiled]
    sha3_256(utf8('abc')); counts.push(compiled)
    sha3_256(utf8('abc')); counts.push(compiled)
    groestl256(utf8('abc')); counts.push(compiled)
    print(counts)`)
  assert.deepEqual(counts, [0, 1, 1, 2])
})

/** Runs a hash in an engine that validates only some probes, and reports which .wasm file it tried to compile. */
function flavourWith(accepts, family, name) {
  const { length, result } = run(`${PRELUDE}
    let length
    WebAssembly.validate = (bytes) => ${accepts}
    replaceModule((target, [bytes]) => (length = bytes.length, new target(bytes)))
    const c = await import('counterpoint')
    const result = code(() => c.${name}(c.utf8('abc')))
    print({ length, result })`)
  if (length === undefined) return result
  return ['relaxed', 'simd128', 'portable'].filter((flavour) => {
    try {
      return readFileSync(pathOf(`${family}-${flavour}`)).length === length
    } catch {
      return false
    }
  })
}

test('the flavour is what the engine validates', () => {
  assert.ok(flavourWith('true', 'luffa', 'luffa256').includes('simd128'))
  assert.ok(flavourWith('true', 'groestl', 'groestl256').includes('relaxed'))
  // The probe of relaxed SIMD is the longer one.
  assert.ok(flavourWith('bytes.length < 32', 'groestl', 'groestl256').includes('simd128'))
  assert.ok(flavourWith('false', 'keccak', 'sha3_256').includes('portable'))
  const [, code, message] = flavourWith('false', 'groestl', 'groestl256')
  assert.equal(code, 'ERR_ENGINE')
  assert.match(message, /Chrome 91, Firefox 90, Safari 16.4, Node 16.4 or later/)
})

test('the probes are what they claim: an engine validates each as it does a module of its flavour', () => {
  const answers = run(`${PRELUDE}
    const modules = { relaxed: ${wasm('groestl-relaxed')}, simd128: ${wasm('groestl-simd128')} }
    const answers = []
    const { validate } = WebAssembly
    WebAssembly.validate = (bytes) => {
      const flavour = bytes.length < 32 ? 'simd128' : 'relaxed'
      answers.push([flavour, validate(bytes) === validate(modules[flavour])])
      return false // so that the next probe is tried too
    }
    const { groestl256, utf8 } = await import('counterpoint')
    code(() => groestl256(utf8('abc')))
    print(answers)`)
  assert.deepEqual(answers, [
    ['relaxed', true],
    ['simd128', true],
  ])
})

test('no WebAssembly: a clear error, and importing works', () => {
  const [name, code, message] = run(
    `${PRELUDE} delete globalThis.WebAssembly; ${USE} print(code(() => sha3_256(utf8('abc'))))`,
  )
  assert.deepEqual([name, code], ['CounterpointError', 'ERR_NO_WEBASSEMBLY'])
  assert.match(message, /no WebAssembly/)
})

test('a Content-Security-Policy that forbids to compile: the error says what to do, and init works', () => {
  const [[name, code, message], digest] = run(`${PRELUDE}
    const module = new WebAssembly.Module(${wasm('keccak-portable')})
    replaceModule(() => { throw new WebAssembly.CompileError('blocked') })
    ${USE}
    const refused = code(() => sha3_256(utf8('abc')))
    init(module)
    print([refused, hex(sha3_256(utf8('abc')))])`)
  assert.deepEqual([name, code], ['CounterpointError', 'ERR_COMPILE_FORBIDDEN'])
  assert.match(message, /'wasm-unsafe-eval'.*keccak-\*\.wasm to init\(\)/)
  assert.equal(digest, ABC)
})

test('init: modules, promises and responses', () => {
  const sources = {
    module: `init(new WebAssembly.Module(bytes))`,
    promise: `await init(WebAssembly.compile(bytes))`,
    response: `await init(new Response(bytes))`,
    fetch: `await init(Promise.resolve(new Response(bytes)))`,
  }
  for (const [name, source] of Object.entries(sources)) {
    const digest = run(
      `${PRELUDE} ${USE} const bytes = ${wasm('keccak-portable')}; ${source}; print(hex(sha3_256(utf8('abc'))))`,
    )
    assert.equal(digest, ABC, name)
  }
})

test('init: what is no module of this package', () => {
  const EMPTY = 'new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))'
  const failures = run(`${PRELUDE} ${USE}
    const later = async (call) => { try { await call(); return 'none' } catch (error) { return facts(error) } }
    print([
      code(() => init(${EMPTY})),
      code(() => init('keccak.wasm')),
      code(() => init(undefined)),
      await later(() => init(Promise.resolve(7))),
      await later(() => init(new Response('not found', { status: 404 }))),
      await later(() => init(new Response('text'))),
      await later(() => init(Promise.reject(new Error('no network')))),
    ])`)
  assert.deepEqual(
    failures.map(([name, code]) => code ?? name),
    ['ERR_MODULE', 'TypeError', 'TypeError', 'TypeError', 'ERR_MODULE', 'ERR_MODULE', 'Error'],
  )
  assert.match(failures[4][2], /404/)
})

test('init: another version, another family, and too late', () => {
  const results = run(`${PRELUDE} ${USE}
    const module = new WebAssembly.Module(${wasm('keccak-portable')})
    const { Instance } = WebAssembly
    const withExports = (others) => {
      WebAssembly.Instance = class { constructor(m) { this.exports = { ...new Instance(m).exports, ...others } } }
    }
    withExports({ version: () => 0x70809 })
    const version = code(() => init(module))
    withExports({ family: () => 99 })
    const family = code(() => init(module))
    WebAssembly.Instance = Instance
    init(new WebAssembly.Module(${wasm('groestl-simd128')}))
    sha3_256(utf8('abc'))
    print([version, family, code(() => init(module)), hex(groestl256(utf8(''))).length])`)
  assert.deepEqual(
    results.slice(0, 3).map(([, code]) => code),
    ['ERR_MODULE_VERSION', 'ERR_MODULE', 'ERR_MODULE_IN_USE'],
  )
  assert.match(results[0][2], /7\.8\.9, but this package has version \d+\.\d+\.\d+/)
  assert.equal(results[3], 64)
})

test('after a trap the instance is thrown away', () => {
  const { error, after, ended, streamed, instances } = run(`${PRELUDE}
    const { Instance } = WebAssembly
    let trap = false
    let instances = 0
    const trapping = (call) => (...values) => {
      if (trap) { trap = false; throw new WebAssembly.RuntimeError('unreachable') }
      return call(...values)
    }
    WebAssembly.Instance = class {
      constructor(module) {
        instances++
        const { exports } = new Instance(module)
        this.exports = { ...exports, digest: trapping(exports.digest), update: trapping(exports.update) }
      }
    }
    ${USE}
    const hasher = sha3_256.create().update(new Uint8Array(1000))
    trap = true
    const error = code(() => sha3_256(utf8('abc')))
    const after = hex(sha3_256(utf8('abc')))
    trap = true
    const other = sha3_256.create()
    code(() => other.update(new Uint8Array(1000)))
    const ended = code(() => other.digest())[1]
    print({ error, after, ended, streamed: hex(hasher.digest()) === hex(sha3_256(new Uint8Array(1000))), instances })`)
  assert.equal(error[0], 'RuntimeError')
  assert.equal(after, ABC)
  assert.equal(ended, 'ERR_HASHER_ENDED')
  assert.equal(streamed, true)
  assert.equal(instances, 3)
})

test('a full stack ends one call only', () => {
  const [failures, digest] = run(`${PRELUDE} ${USE}
    let failures = 0
    const deep = () => { try { sha3_256(utf8('abc')); deep() } catch (error) { failures++ } }
    deep()
    print([failures > 0, hex(sha3_256(utf8('abc')))])`)
  assert.deepEqual([failures, digest], [true, ABC])
})

test('modules are decoded without Uint8Array.fromHex, too', () => {
  assert.equal(run(`${PRELUDE} delete Uint8Array.fromHex; ${USE} print(hex(sha3_256(utf8('abc'))))`), ABC)
})
