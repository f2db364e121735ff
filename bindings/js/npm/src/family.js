import { decode } from './decode.js'
import { VERSION } from './embedded/version.js'
import { CounterpointError } from './errors.js'
import { FLAVOURS, supports } from './features.js'
import { BUFFER_BYTES, Instance } from './instance.js'
import { shared } from './shared.js'

/** A family of functions; the first call compiles its module. Each name has one family, see shared.js. */
class Family {
  constructor(name, number, bufferBytes) {
    this.name = name
    this.number = number
    /** How many bytes of input one call of the module can take. */
    this.bufferBytes = bufferBytes
    /** The running module; null before the first call. */
    this.instance = null
    /** The compiled module: passed to init(), or compiled from the embedded bytes. */
    this.module = null
    /** The module's bytes as hexadecimal digits, by flavour; null if the program uses no function of this family. */
    this.embedded = null
    return shared(name, () => this)
  }
}

// families: begin, by `cargo xtask generate` from functions.toml
export const KECCAK = /* @__PURE__ */ new Family('keccak', 1, BUFFER_BYTES)
export const GROESTL = /* @__PURE__ */ new Family('groestl', 2, BUFFER_BYTES)
export const FUGUE = /* @__PURE__ */ new Family('fugue', 3, BUFFER_BYTES)
export const LUFFA = /* @__PURE__ */ new Family('luffa', 4, BUFFER_BYTES)
export const AES = /* @__PURE__ */ new Family('aes', 5, BUFFER_BYTES)
export const AEAD = /* @__PURE__ */ new Family('aead', 6, 1048576)

const FAMILIES = /* @__PURE__ */ (() => [KECCAK, GROESTL, FUGUE, LUFFA, AES, AEAD])()
// families: end

/** Returns the family with this number, or undefined. */
export function familyByNumber(number) {
  return FAMILIES.find((family) => family.number === number)
}

/** The families whose functions the program uses. */
export function usedFamilies() {
  return FAMILIES.filter((family) => family.embedded !== null)
}

/** Returns a family with its embedded modules, and registers these in the family, so that init() can prepare it. */
export function sourceOf(family, embedded) {
  family.embedded = embedded
  return { family, embedded }
}

/** Returns the running module of a family, and starts it if necessary. */
export function running({ family, embedded }) {
  return ready(family) ? family.instance : start(family, embedded)
}

/** Whether the family's module is running and usable: after a call that did not return, it is never used again. */
function ready({ instance }) {
  return instance !== null && !instance.busy
}

/** Starts or restarts a family's module. `embedded` has its bytes as hexadecimal digits, by flavour. */
export function start(family, embedded) {
  family.instance = null
  family.module ??= compile(family, embedded)
  family.instance = new Instance(checked(instantiate(family.module)), family.bufferBytes)
  return family.instance
}

/** Like start(), but with the asynchronous calls, since old browsers reject the synchronous ones on a page. */
export async function prepare(family, embedded) {
  if (ready(family)) return
  await moduleOf(family, embedded)
  const exports = checked(await instantiateLater(family.module))
  if (!ready(family)) family.instance = new Instance(exports, family.bufferBytes)
}

/** Returns a promise for a family's module. */
export async function moduleOf(family, embedded) {
  if (family.module === null) {
    const module = await compileLater(family, embedded)
    family.module ??= module
  }
  return family.module
}

/** Returns `exports` if they belong to a module of this package and version. */
export function checked(exports) {
  if (typeof exports.version !== 'function' || typeof exports.family !== 'function') {
    throw new CounterpointError('ERR_MODULE', 'not a counterpoint module; use one from counterpoint/wasm/')
  }
  const version = exports.version()
  if (version === VERSION) return exports
  throw new CounterpointError(
    'ERR_MODULE_VERSION',
    `the module has version ${versionText(version)}, but this package has version ` +
      `${versionText(VERSION)}; use the .wasm file of this version of the package`,
  )
}

function versionText(version) {
  return `${version >>> 16}.${(version >>> 8) & 255}.${version & 255}`
}

/** Returns the exports of a new instance of a module. */
export function instantiate(module) {
  try {
    return new WebAssembly.Instance(module).exports
  } catch (error) {
    throw onlyLater(error) ?? notInstantiated(error)
  }
}

/** Like `instantiate`, but asynchronous. */
export async function instantiateLater(module) {
  try {
    return (await WebAssembly.instantiate(module)).exports
  } catch (error) {
    throw notInstantiated(error)
  }
}

function notInstantiated(error) {
  return new CounterpointError(
    'ERR_MODULE',
    'the module cannot be instantiated; use one from counterpoint/wasm/',
    error,
  )
}

function compile(family, embedded) {
  const bytes = bytesOf(family, embedded)
  try {
    return new WebAssembly.Module(bytes)
  } catch (error) {
    throw onlyLater(error) ?? notCompiled(family, bytes, error)
  }
}

async function compileLater(family, embedded) {
  const bytes = bytesOf(family, embedded)
  try {
    return await WebAssembly.compile(bytes)
  } catch (error) {
    throw notCompiled(family, bytes, error)
  }
}

/** Returns the module's bytes in the best flavour that the engine supports. */
function bytesOf(family, embedded) {
  if (typeof WebAssembly !== 'object') {
    throw new CounterpointError('ERR_NO_WEBASSEMBLY', 'this engine has no WebAssembly, which counterpoint requires')
  }
  const flavour = FLAVOURS.find((flavour) => flavour in embedded && supports(flavour))
  if (flavour === undefined) throw tooOld(family)
  return decode(embedded[flavour])
}

/** Chrome before 114 throws `... is disallowed on the main thread, if the buffer size is larger than 4KB`. */
function onlyLater(error) {
  if (!(error instanceof RangeError && /main thread/.test(error.message))) return undefined
  return new CounterpointError(
    'ERR_MAIN_THREAD',
    'on a page, this browser compiles WebAssembly only asynchronously (as Chrome before 114 does): `await init()` ' +
      'once before the first call, or pass a promise, as in `await init(fetch(url))`',
    error,
  )
}

/** An engine that validates the module but does not compile it is forbidden to compile. */
function notCompiled(family, bytes, error) {
  return WebAssembly.validate(bytes) ? forbidden(family, error) : tooOld(family, error)
}

function tooOld(family, error) {
  return new CounterpointError(
    'ERR_ENGINE',
    `this engine is too old for the module ${family.name}: use Chrome 91, Firefox 90, Safari 16.4, Node 16.4 or later`,
    error,
  )
}

function forbidden(family, error) {
  return new CounterpointError(
    'ERR_COMPILE_FORBIDDEN',
    `this page or runtime forbids compiling WebAssembly: add 'wasm-unsafe-eval' (Chrome before 97 knows only ` +
      `'unsafe-eval') to script-src of its Content-Security-Policy, or pass the compiled module ` +
      `counterpoint/wasm/${family.name}-*.wasm to init() before the first call`,
    error,
  )
}
