import { decode } from './decode.js'
import { VERSION } from './embedded/version.js'
import { CounterpointError } from './errors.js'
import { FLAVOURS, supports } from './features.js'
import { BUFFER_BYTES, Instance } from './instance.js'

/** A family of functions, whose module is compiled at the first call. */
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
    /** Whether the module was given by init(). */
    this.given = false
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

/** Returns the running module of something that has a family and what is embedded for it. */
export function running({ family, embedded }) {
  const { instance } = family
  return instance === null || instance.busy ? start(family, embedded) : instance
}

/**
 * Starts a family's module, for the first time or after a call that did not return: an instance that has trapped is
 * not used again. `embedded` has the module's bytes in hexadecimal digits, by flavour.
 */
export function start(family, embedded) {
  family.instance = null
  family.module ??= compile(family, embedded)
  family.instance = new Instance(checkedExports(family.module), family.bufferBytes)
  return family.instance
}

/** Returns the exports of a new instance of a module, after a check that it is one of this package and version. */
export function checkedExports(module) {
  const exports = exportsOf(module)
  const version = exports.version()
  if (version === VERSION) return exports
  throw new CounterpointError(
    'ERR_MODULE_VERSION',
    `the module has version ${versionText(version)} and this package ` +
      `${versionText(VERSION)}; take the .wasm file of the same version of the package`,
  )
}

function exportsOf(module) {
  try {
    const { exports } = new WebAssembly.Instance(module)
    if (typeof exports.version === 'function' && typeof exports.family === 'function') return exports
  } catch (error) {
    throw new CounterpointError(
      'ERR_MODULE',
      'the module cannot be instantiated: is it one of counterpoint/wasm/?',
      error,
    )
  }
  throw new CounterpointError('ERR_MODULE', 'this is no module of counterpoint; take one of counterpoint/wasm/')
}

function versionText(version) {
  return `${version >>> 16}.${(version >>> 8) & 255}.${version & 255}`
}

function compile(family, embedded) {
  if (typeof WebAssembly !== 'object') {
    throw new CounterpointError('ERR_NO_WEBASSEMBLY', 'this engine has no WebAssembly, which counterpoint needs')
  }
  const flavour = FLAVOURS.find((flavour) => flavour in embedded && supports(flavour))
  if (flavour === undefined) throw tooOld(family)
  const bytes = decode(embedded[flavour])
  try {
    return new WebAssembly.Module(bytes)
  } catch (error) {
    throw WebAssembly.validate(bytes) ? forbidden(family, error) : tooOld(family, error)
  }
}

function tooOld(family, error) {
  return new CounterpointError(
    'ERR_ENGINE',
    `this engine is too old for the module ${family.name}: Chrome 91, Firefox 89, Safari 16.4 and Node 16.4 can run it`,
    error,
  )
}

/** An engine that validates the module and yet does not compile it has been forbidden to. */
function forbidden(family, error) {
  return new CounterpointError(
    'ERR_COMPILE_FORBIDDEN',
    `this page or runtime forbids compiling WebAssembly: add 'wasm-unsafe-eval' to script-src of its ` +
      `Content-Security-Policy, or give the compiled module counterpoint/wasm/${family.name}-*.wasm to init() before ` +
      'the first call',
    error,
  )
}

/** The modules that init() was given, for workers, which need them too. */
export function givenModules() {
  return FAMILIES.filter((family) => family.given).map((family) => family.module)
}
