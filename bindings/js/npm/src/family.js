import { decode } from './decode.js'
import { VERSION } from './embedded/version.js'
import { CounterpointError } from './errors.js'
import { FLAVOURS, supports } from './features.js'
import { BUFFER_BYTES, Instance } from './instance.js'
import { shared } from './shared.js'

/** A family of functions, whose module is compiled at the first call. A name has one family, see shared.js. */
class Family {
  constructor(name, number, bufferBytes) {
    this.name = name
    this.number = number
    /** How many bytes of input one call of the module takes. */
    this.bufferBytes = bufferBytes
    /** The running module; null before the first call. */
    this.instance = null
    /** What instances are made of: given by init(), or compiled from the embedded bytes. */
    this.module = null
    /** The module's bytes in hexadecimal digits, by flavour; null if the program uses no function of this family. */
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

/** Returns the family with a number, or undefined. */
export function familyByNumber(number) {
  return FAMILIES.find((family) => family.number === number)
}

/** The families of which the program uses functions. */
export function usedFamilies() {
  return FAMILIES.filter((family) => family.embedded !== null)
}

/** Returns a family and what is embedded for it, and tells the family, so that init() can prepare it. */
export function sourceOf(family, embedded) {
  family.embedded = embedded
  return { family, embedded }
}

/** Returns the running module of something that has a family and what is embedded for it. */
export function running({ family, embedded }) {
  return ready(family) ? family.instance : start(family, embedded)
}

/** Whether the family's module runs. After a call that did not return, it does not: it is not used again. */
function ready({ instance }) {
  return instance !== null && !instance.busy
}

/** Starts a family's module, for the first time or again. `embedded` has its bytes in hexadecimal, by flavour. */
export function start(family, embedded) {
  family.instance = null
  family.module ??= compile(family, embedded)
  family.instance = new Instance(checked(instantiate(family.module)), family.bufferBytes)
  return family.instance
}

/** Does what start() does without the calls that old browsers refuse on a page: their asynchronous forms. */
export async function prepare(family, embedded) {
  if (ready(family)) return
  await moduleOf(family, embedded)
  const exports = checked(await instantiateLater(family.module))
  if (!ready(family)) family.instance = new Instance(exports, family.bufferBytes)
}

/** Returns the promise of a family's module. */
export async function moduleOf(family, embedded) {
  if (family.module === null) {
    const module = await compileLater(family, embedded)
    family.module ??= module
  }
  return family.module
}

/** Returns exports after a check that they are those of a module of this package and version. */
export function checked(exports) {
  if (typeof exports.version !== 'function' || typeof exports.family !== 'function') {
    throw new CounterpointError('ERR_MODULE', 'not a module of counterpoint; use one of those in counterpoint/wasm/')
  }
  const version = exports.version()
  if (version === VERSION) return exports
  throw new CounterpointError(
    'ERR_MODULE_VERSION',
    `the module has version ${versionText(version)} and this package ` +
      `${versionText(VERSION)}; take the .wasm file of the same version of the package`,
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

/** As `instantiate`, later. */
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
    'the module cannot be instantiated: is it one of counterpoint/wasm/?',
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

/** Returns the module's bytes of the best flavour that the engine knows. */
function bytesOf(family, embedded) {
  if (typeof WebAssembly !== 'object') {
    throw new CounterpointError('ERR_NO_WEBASSEMBLY', 'this engine has no WebAssembly, which counterpoint needs')
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
    'this browser compiles WebAssembly on a page only asynchronously (Chrome before 114 does): `await init()` once ' +
      'before the first call, or give init() a promise, such as `await init(fetch(url))`',
    error,
  )
}

/** An engine that validates the module and yet does not compile it has been forbidden to. */
function notCompiled(family, bytes, error) {
  return WebAssembly.validate(bytes) ? forbidden(family, error) : tooOld(family, error)
}

function tooOld(family, error) {
  return new CounterpointError(
    'ERR_ENGINE',
    `this engine is too old for the module ${family.name}: Chrome 91, Firefox 90, Safari 16.4 and Node 16.4 can run it`,
    error,
  )
}

function forbidden(family, error) {
  return new CounterpointError(
    'ERR_COMPILE_FORBIDDEN',
    `this page or runtime forbids compiling WebAssembly: add 'wasm-unsafe-eval' (Chrome before 97 knows only ` +
      `'unsafe-eval') to script-src of its Content-Security-Policy, or give the compiled module ` +
      `counterpoint/wasm/${family.name}-*.wasm to init() before the first call`,
    error,
  )
}
