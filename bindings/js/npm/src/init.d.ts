/**
 * Compiles the modules of all families that the program imports functions of, asynchronously. On pages in Chrome
 * before 114, and WebViews of that age, nothing works without it; elsewhere it only moves the work before the first
 * call.
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
 * Gives this package the compiled module of a family: for runtimes that compile no bytes (edge runtimes, a strict
 * Content-Security-Policy). Call it once for each family, before the first hash.
 *
 * ```js
 * import module from 'counterpoint/wasm/keccak-simd128.wasm' // in runtimes that import modules
 * init(module)
 * ```
 *
 * @throws {CounterpointError} `ERR_MODULE`, `ERR_MODULE_VERSION` or `ERR_MODULE_IN_USE`; `ERR_MAIN_THREAD` where a page
 * has to give a promise; of a promise or Response, the returned promise rejects with it.
 */
export function init(source: Response | PromiseLike<Module | Response>): Promise<void>
export function init(source: Module): void

/** A `WebAssembly.Module`, where the types of the web or of Node are there. */
type Module = object & (typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : unknown)
/** A `Response`, where the types of the web or of Node are there. */
type Response = typeof globalThis extends { Response: { prototype: infer R } } ? R : never
