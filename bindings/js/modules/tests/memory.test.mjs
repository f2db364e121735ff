// After every call, once JavaScript has taken the output and the state, no trace of a message, key or state is left in
// a module's memory. Two instances get different secrets of the same lengths: afterwards their memories are equal, and
// differ from a new instance's only where the choice of an implementation is cached.
import assert from 'node:assert/strict'
import test from 'node:test'
import { families, hashes, Module } from './module.mjs'

const LENGTHS = [
  0, 1, 7, 31, 32, 33, 63, 64, 65, 71, 72, 103, 127, 128, 135, 136, 137, 143, 167, 168, 169, 200, 335, 336, 337, 1000,
  2048, 2049, 4096, 8191, 8192, 8193, 20000, 65000,
]
/** The largest value cached for a choice: the index of an implementation. */
const MOST_REMEMBERED = 64

/** Secrets that no two instances have in common. */
function secrets(seed) {
  return (length) => {
    const bytes = new Uint8Array(length)
    for (let i = 0; i < length; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      // Neither 0 nor a small number, so that every trace is noticed.
      bytes[i] = (seed >>> 24) | MOST_REMEMBERED
    }
    return bytes
  }
}

/** Calls every export of a hashing module for a function; yields a name after each call. */
function* hashCalls(module, name, secret) {
  const { exports } = module
  const f = module.number(name)
  const options = () => ({
    key: secret(33),
    customization: secret(40),
    functionName: secret(5),
    domain: 0x1f,
    blockBytes: 100,
    outputBits: 256,
  })
  const outputBytes = Math.min(32, Number(/\d\d\d$/.exec(name)[0]) / 8)
  const begin = () => assert.equal(module.begin(name, options()), 0, name)
  const takeState = () => module.takeState(name)
  for (const length of LENGTHS) {
    for (const output of [outputBytes, ...(/shake|xof|kt/.test(name) ? [1, 200, 5000] : [])]) {
      begin()
      const empty = takeState()
      yield 'begin'
      module.putState(empty)
      module.write(secret(length))
      exports.digest(f, length, output)
      module.take(output)
      takeState()
      yield `digest of ${length}`
      for (const count of [1, 2, 3, 5, 17, 64].filter((count) => count * Math.max(length, output) <= 1 << 16)) {
        module.putState(empty)
        module.write(secret(count * length))
        exports.digest_each(f, length, count, output)
        module.take(count * output)
        takeState()
        yield `digest_each of ${count} times ${length}`
        module.putState(empty)
        const ends = new Uint32Array(module.memory.buffer, module.offsets, count)
        let end = 0
        for (let i = 0; i < count; i++) ends[i] = end += Math.max(0, length - ((7 * i * i) % (length + 1)))
        module.write(secret(end))
        exports.digest_rows(f, count, output)
        module.take(count * output)
        takeState()
        yield `digest_rows of ${count} up to ${length}`
      }
    }
    begin()
    for (let piece = 0; piece < 3; piece++) {
      if (name.startsWith('tuple')) exports.element(f, length)
      module.write(secret(length))
      exports.update(f, length)
      const state = takeState()
      yield `update of ${length}`
      module.putState(state)
      const saved = exports.save(f)
      const bytes = module.take(saved)
      takeState()
      yield 'save'
      if (saved > 0) {
        module.write(bytes)
        assert.equal(exports.load(f, saved), 0)
        takeState()
        yield 'load'
        bytes[bytes.length - 1] = 0xff
        module.write(bytes)
        assert.equal(exports.load(f, saved), 1)
        yield 'load of what nothing saved'
      }
      module.putState(state)
    }
    exports.finalize(f)
    const state = takeState()
    yield 'finalize'
    module.putState(state)
    exports.read(f, outputBytes)
    module.take(outputBytes)
    takeState()
    yield 'read'
  }
  if (f >= 10) {
    module.write(secret(100))
    assert.equal(exports.begin(f, 100), 1)
    yield 'begin with malformed options'
  }
}

/** Calls every export of the modules of AES, Keyak and Ketje. */
function* cipherCalls(module, name, secret) {
  const { exports } = module
  const f = module.number(name)
  const put = (...parts) => module.write(Buffer.concat(parts))
  if (name.startsWith('aes')) {
    for (const keyBytes of [5, 16, 24, 32]) {
      put(secret(keyBytes))
      const code = exports.begin(f, keyBytes)
      const state = module.takeState(name)
      yield 'begin'
      for (const count of code === 0 ? [0, 1, 2, 3, 4, 5, 7, 8, 9, 100] : []) {
        module.putState(state)
        put(secret(16 * count))
        exports.encrypt(f, 16 * count)
        module.take(16 * count, module.buffer)
        module.takeState(name)
        yield `${count} blocks`
      }
    }
    return
  }
  for (const [keyBytes, nonceBytes] of [[16, 10], [16, 0], [250, 10], [0, 0], [16, 300]]) {
    put(secret(keyBytes), secret(nonceBytes))
    const code = exports.start(f, keyBytes, nonceBytes)
    const state = module.takeState(name)
    yield 'start'
    if (code !== 0) continue
    for (const length of [...LENGTHS, 300000]) {
      for (const associated of [0, 40, 1000]) {
        module.putState(state)
        put(secret(associated), secret(length))
        exports.encrypt(f, associated, length)
        module.take(length, module.buffer + associated)
        module.take(16)
        module.takeState(name)
        yield `encrypt ${length}`
        for (const tag of [16, 12, 3]) {
          module.putState(state)
          put(secret(associated), secret(length), secret(tag))
          assert.equal(exports.decrypt(f, associated, length, tag), 4)
          module.takeState(name)
          yield `decrypt ${length} with a wrong tag`
        }
      }
    }
  }
}

function compare(family, flavour, calls) {
  const fresh = new Module(family, flavour).memory
  const [one, other] = [0, 1].map(() => new Module(family, flavour))
  for (const name of one.functions) {
    const runs = [calls(one, name, secrets(1)), calls(other, name, secrets(2))]
    for (;;) {
      const [{ value: call, done }] = runs.map((run) => run.next())
      if (done) break
      if (Buffer.compare(one.memory, other.memory) !== 0) {
        const at = one.memory.findIndex((byte, i) => byte !== other.memory[i])
        assert.fail(`${name}: ${call} leaves something at address ${at} (the state is at ${one.state})`)
      }
    }
  }
  const remembered = [...one.memory.keys()].filter((i) => one.memory[i] !== fresh[i])
  assert.deepEqual(remembered.filter((i) => one.memory[i] >= MOST_REMEMBERED), [], 'not the index of an implementation')
}

for (const [family, { flavours }] of Object.entries(families)) {
  const calls = hashes.some(([name]) => name === family) ? hashCalls : cipherCalls
  for (const flavour of flavours) {
    test(`${family}-${flavour}: no call leaves a trace`, () => compare(family, flavour, calls))
  }
}
