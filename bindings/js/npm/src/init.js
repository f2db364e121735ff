import { isTagged, kindOf } from './checks.js'
import { CounterpointError } from './errors.js'
import { checked, familyByNumber, instantiate, instantiateLater, prepare, usedFamilies } from './family.js'
import { Instance } from './instance.js'

/**
 * Sets the compiled module of a family, for runtimes that don't compile WebAssembly from bytes. A WebAssembly.Module is
 * set at once; for a Response, or a promise of either, the returned promise resolves when it is set. Without an
 * argument, compiles the modules of all families that the program uses, asynchronously.
 */
export function init(source) {
  if (typeof WebAssembly !== 'object') {
    throw new CounterpointError('ERR_NO_WEBASSEMBLY', 'this engine has no WebAssembly, which counterpoint requires')
  }
  // Unlike init(undefined), which is a mistake: the import did not yield a module.
  if (arguments.length === 0) return prepareUsed()
  if (isModule(source)) {
    set(source, checked(instantiate(source)))
    return undefined
  }
  if (isResponse(source) || (source !== null && typeof source === 'object' && typeof source.then === 'function')) {
    return initLater(source)
  }
  throw new TypeError(
    `init takes a WebAssembly.Module, a Response or a promise of one, not ${kindOf(source)}${remedy(source)}`,
  )
}

async function prepareUsed() {
  await Promise.all(usedFamilies().map((family) => prepare(family, family.embedded)))
}

async function initLater(source) {
  const module = await compiled(await source)
  set(module, checked(await instantiateLater(module)))
}

/** Not with `instanceof`, which is false for objects from another realm, such as a frame or a test sandbox. */
function isModule(source) {
  return isTagged(source, 'WebAssembly.Module')
}

function isResponse(source) {
  return isTagged(source, 'Response')
}

/** What to pass instead of what a bundler or runtime turned the module's file into. */
function remedy(source) {
  if (isTagged(source, 'ArrayBuffer', 'SharedArrayBuffer') || ArrayBuffer.isView(source)) {
    return '; pass WebAssembly.compile(bytes)'
  }
  if (typeof source === 'string' || isTagged(source, 'URL', 'Request')) return '; pass fetch(url)'
  if (isModule(source?.default)) return '; pass its default'
  if (isModule(source?.module)) return '; pass its module'
  return ''
}

async function compiled(source) {
  if (isModule(source)) return source
  if (!isResponse(source)) {
    throw new TypeError(
      `the promise passed to init must be of a WebAssembly.Module or Response, not ${kindOf(source)}${remedy(source)}`,
    )
  }
  if (!source.ok) {
    throw new CounterpointError(
      'ERR_MODULE',
      `the module was not loaded: HTTP status ${source.status} for ${source.url}`,
    )
  }
  // Not compileStreaming, which requires a MIME type that servers often don't send; the modules are small anyway.
  const bytes = await source.arrayBuffer()
  try {
    return await WebAssembly.compile(bytes)
  } catch (error) {
    throw new CounterpointError(
      'ERR_MODULE',
      'the module does not compile: it is not WebAssembly, or the engine does not support its flavour ' +
        '(relaxed requires the most features, simd128 fewer, portable the fewest)',
      error,
    )
  }
}

function set(module, exports) {
  const family = familyByNumber(exports.family())
  if (family === undefined) {
    throw new CounterpointError('ERR_MODULE', 'this module belongs to a family unknown to this package')
  }
  if (family.module !== null) {
    throw new CounterpointError(
      'ERR_MODULE_IN_USE',
      `${family.name} already has its module: call init once, before the first hash`,
    )
  }
  family.module = module
  family.instance = new Instance(exports, family.bufferBytes)
}
