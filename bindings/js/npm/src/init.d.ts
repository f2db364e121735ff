/**
 * Compiles the modules of all families whose functions the program imports, asynchronously. Required on pages in Chrome
 * before 114 and in WebViews of that age; elsewhere it only does the work before the first call.
 *
 * ```js
 * import { init, keccak256 } from 'counterpoint/keccak'
 * await init()
 * keccak256(message)
 * ```
 *
 * @throws {CounterpointError} (as a rejection) `ERR_COMPILE_FORBIDDEN`, `ERR_ENGINE` or `ERR_NO_WEBASSEMBLY`.
 */
export function init(): Promise<void>
/**
 * Sets the compiled module of a family, for runtimes that don't compile WebAssembly from bytes (edge runtimes, a strict
 * Content-Security-Policy). Call it once for each family, before the first hash.
 *
 * ```js
 * import module from 'counterpoint/wasm/keccak-simd128.wasm' // in runtimes that import modules
 * init(module)
 * ```
 *
 * @throws {CounterpointError} `ERR_MODULE`, `ERR_MODULE_VERSION` or `ERR_MODULE_IN_USE`; `ERR_MAIN_THREAD` on a page
 * that must pass a promise instead. For a promise or Response, the returned promise rejects with the error.
 */
export function init(source: Response | PromiseLike<Module | Response>): Promise<void>
export function init(source: Module): void

/** A `WebAssembly.Module`, if the types of the web or of Node are available. */
type Module = object & (typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : unknown)
/** A `Response`, if the types of the web or of Node are available. */
type Response = typeof globalThis extends { Response: { prototype: infer R } } ? R : never
