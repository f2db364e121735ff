// A module and its exports, with the work around each call: copy in, call, copy out, wipe.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
/** The folder that `scripts/wasm.sh` fills. */
const folder = process.env.COUNTERPOINT_WASM ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'wasm')

/** The modules: their numbers, the flavours built by `scripts/wasm.sh`, and the numbers of their functions. */
const modules = {
  // families: begin, by `cargo xtask generate` from functions.toml
  keccak: {
    number: 1,
    flavours: ['portable', 'simd128'],
    numbers: {
      'sha3-224': 0,
      'sha3-256': 1,
      'sha3-384': 2,
      'sha3-512': 3,
      'shake128': 4,
      'shake256': 5,
      'keccak224': 6,
      'keccak256': 7,
      'keccak384': 8,
      'keccak512': 9,
      'cshake128': 10,
      'cshake256': 11,
      'kmac128': 12,
      'kmac256': 13,
      'kmacxof128': 14,
      'kmacxof256': 15,
      'tuplehash128': 16,
      'tuplehash256': 17,
      'tuplehashxof128': 18,
      'tuplehashxof256': 19,
      'parallelhash128': 20,
      'parallelhash256': 21,
      'parallelhashxof128': 22,
      'parallelhashxof256': 23,
      'turboshake128': 24,
      'turboshake256': 25,
      'kt128': 26,
      'kt256': 27,
    },
  },
  groestl: {
    number: 2,
    flavours: ['relaxed', 'simd128'],
    numbers: {
      'groestl224': 0,
      'groestl256': 1,
      'groestl384': 2,
      'groestl512': 3,
    },
  },
  fugue: {
    number: 3,
    flavours: ['relaxed', 'simd128'],
    numbers: {
      'fugue224': 0,
      'fugue256': 1,
      'fugue384': 2,
      'fugue512': 3,
    },
  },
  luffa: {
    number: 4,
    flavours: ['simd128'],
    numbers: {
      'luffa224': 0,
      'luffa256': 1,
      'luffa384': 2,
      'luffa512': 3,
    },
  },
  aes: {
    number: 5,
    flavours: ['simd128'],
    numbers: {
      'aes128': 0,
      'aes192': 1,
      'aes256': 2,
    },
  },
  aead: {
    number: 6,
    flavours: ['portable'],
    numbers: {
      'river-keyak': 0,
      'lake-keyak': 1,
      'sea-keyak': 2,
      'ocean-keyak': 3,
      'lunar-keyak': 4,
      'ketje-jr': 5,
      'ketje-sr': 6,
      'ketje-minor': 7,
      'ketje-major': 8,
    },
  },
  // families: end
}

/** The functions that take options. */
const withOptions = new Set([
  // options: begin, by `cargo xtask generate` from functions.toml
  'cshake128',
  'cshake256',
  'kmac128',
  'kmac256',
  'kmacxof128',
  'kmacxof256',
  'tuplehash128',
  'tuplehash256',
  'tuplehashxof128',
  'tuplehashxof256',
  'parallelhash128',
  'parallelhash256',
  'parallelhashxof128',
  'parallelhashxof256',
  'turboshake128',
  'turboshake256',
  'kt128',
  'kt256',
  // options: end
])

/** The modules with the names of their functions, in the order of their numbers. */
export const families = Object.fromEntries(
  Object.entries(modules).map(([name, module]) => [name, { ...module, functions: Object.keys(module.numbers) }]),
)

/** A module's bytes. A missing file is an error: no test may pass because there is nothing to test. */
export function bytesOf(family, flavour) {
  const path = join(folder, `${family}-${flavour}.wasm`)
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`${path}: ${error.message}. build the modules with scripts/wasm.sh`)
  }
}

/** A family's module. */
export const compiled = (family, flavour) => new WebAssembly.Module(bytesOf(family, flavour))

/** An instance, its memory, and the calls of its exports. */
export class Module {
  constructor(family, flavour) {
    const module = compiled(family, flavour)
    if (WebAssembly.Module.imports(module).length > 0) throw new Error('a module must not have imports')
    this.functions = families[family].functions
    this.numbers = families[family].numbers
    this.exports = new WebAssembly.Instance(module).exports
    this.memory = new Uint8Array(this.exports.memory.buffer)
    this.bufferBytes = family === 'aead' ? 1 << 20 : 1 << 16
    const { buffer, output, offsets, state } = this.exports
    Object.assign(this, { buffer: buffer(), output: output(), offsets: offsets(), state: state() })
  }

  number(name) {
    return this.numbers[name]
  }

  /** Writes bytes into the buffer. */
  write(bytes, at = 0) {
    this.memory.set(bytes, this.buffer + at)
  }

  /** Takes bytes out of the module: the output, or bytes at another address. */
  take(bytes, from = this.output) {
    const taken = this.memory.slice(from, from + bytes)
    this.memory.fill(0, from, from + bytes)
    return taken
  }

  /** Starts an empty message of a function in the state, and returns the error code. */
  begin(name, options = {}) {
    const { key = none, functionName = none, customization = none } = options
    const { domain = 0, blockBytes = 0, outputBits = 0 } = options
    const f = this.number(name)
    if (!withOptions.has(name)) return this.exports.begin(f, 0)
    const tree = name.startsWith('kt')
    const numbers = [key.length, functionName.length, customization.length, domain, blockBytes, outputBits]
    const strings = [key, functionName, tree ? none : customization]
    const bytes = Buffer.concat([new Uint8Array(Uint32Array.from(numbers).buffer), ...strings])
    this.write(bytes)
    return this.exports.begin(f, bytes.length)
  }

  /** Appends to the message in the state, in pieces of at most this length. */
  update(name, data, piece = this.bufferBytes) {
    for (let at = 0; at < data.length; at += piece) {
      const part = data.subarray(at, at + piece)
      this.write(part)
      this.exports.update(this.number(name), part.length)
    }
  }

  /** Reads output, in pieces of at most this length. */
  read(name, bytes, piece = this.bufferBytes) {
    const parts = []
    for (let done = 0; done < bytes; done += piece) {
      const part = Math.min(piece, bytes - done)
      this.exports.read(this.number(name), part)
      parts.push(this.take(part))
    }
    return Buffer.concat(parts)
  }

  /** Takes the state out of the module. */
  takeState(name) {
    return this.take(this.exports.state_bytes(this.number(name)), this.state)
  }

  putState(state) {
    this.memory.set(state, this.state)
  }
}

/** The modules that hash, by family and flavour. */
export const hashes = Object.entries(families).filter(([, { functions }]) => !/^aes|keyak/.test(functions[0]))

export const none = new Uint8Array()
