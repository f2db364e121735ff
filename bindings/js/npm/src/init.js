import { isTagged, kindOf } from './checks.js'
import { CounterpointError } from './errors.js'
import { checked, familyByNumber, instantiate, instantiateLater, prepare, usedFamilies } from './family.js'
import { Instance } from './instance.js'

/**
 * Sets the compiled module of a family: for runtimes that compile no bytes. A WebAssembly.Module is set at once; of a
 * Response, or of a promise of either, the returned promise tells when it is. Without an argument, the modules of all
 * families that the program uses are compiled asynchronously.
 */
export function init(source) {
  if (typeof WebAssembly !== 'object') {
    throw new CounterpointError('ERR_NO_WEBASSEMBLY', 'this engine has no WebAssembly, which counterpoint needs')
  }
  // Not init(undefined), which is a mistake: what was imported is not a module.
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

/** Not by `instanceof`, which is false for what another realm has made, such as a frame or a sandbox of tests. */
function isModule(source) {
  return isTagged(source, 'WebAssembly.Module')
}

function isResponse(source) {
  return isTagged(source, 'Response')
}

/** What to pass in the place of what bundlers and runtimes make of a module's file. */
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
      `the promise given to init must be of a WebAssembly.Module or a Response, not ${kindOf(source)}${remedy(source)}`,
    )
  }
  if (!source.ok) {
    throw new CounterpointError(
      'ERR_MODULE',
      `the module was not loaded: HTTP status ${source.status} of ${source.url}`,
    )
  }
  // Not compileStreaming, which wants a MIME type that servers often do not send: the modules are small.
  const bytes = await source.arrayBuffer()
  try {
    return await WebAssembly.compile(bytes)
  } catch (error) {
    throw new CounterpointError(
      'ERR_MODULE',
      'the module does not compile: it is no WebAssembly, or the engine lacks ' +
        'what its flavour needs (of relaxed, simd128 and portable, the last one needs the least)',
      error,
    )
  }
}

function set(module, exports) {
  const family = familyByNumber(exports.family())
  if (family === undefined) {
    throw new CounterpointError('ERR_MODULE', 'this module belongs to no family that this package knows')
  }
  if (family.module !== null) {
    throw new CounterpointError(
      'ERR_MODULE_IN_USE',
      `${family.name} has its module already: call init once, before the first hash`,
    )
  }
  family.module = module
  family.instance = new Instance(exports, family.bufferBytes)
}
