/**
 * Thrown by this package for errors that are neither a TypeError nor a RangeError.
 *
 * ```js
 * try {
 *   sha3_256(message)
 * } catch (error) {
 *   if (error.code === 'ERR_COMPILE_FORBIDDEN') await init(fetch(moduleUrl))
 * }
 * ```
 */
export class CounterpointError extends Error {
  constructor(code: ErrorCode, message: string, cause?: unknown)
  readonly name: 'CounterpointError'
  /** The kind of error. */
  readonly code: ErrorCode
}

/**
 * | code | meaning |
 * |---|---|
 * | `ERR_NO_WEBASSEMBLY` | the engine has no WebAssembly |
 * | `ERR_ENGINE` | the engine is too old: it lacks a feature that the module uses, such as 128-bit SIMD |
 * | `ERR_COMPILE_FORBIDDEN` | a Content-Security-Policy or the runtime forbids compiling WebAssembly |
 * | `ERR_MAIN_THREAD` | this browser compiles on a page only asynchronously: `await init()` before the first call |
 * | `ERR_MODULE` | the argument of `init` is not a module of this package, or could not be loaded |
 * | `ERR_MODULE_VERSION` | the argument of `init` is a module of another version of this package |
 * | `ERR_MODULE_IN_USE` | `init` was called after the first hash, or twice |
 * | `ERR_HASHER_ENDED` | a hasher was used after `digest()`, `xof()` or `destroy()` |
 * | `ERR_SAVED_STATE` | the argument of `load` was not written by `save()` of the same function |
 * | `ERR_NO_STREAMS` | the environment lacks `ReadableStream` or `WritableStream`, which `hashStream` requires |
 * | `ERR_STREAM_ENDED` | a stream of `hashStream` was cancelled or aborted without a reason |
 * | `ERR_TAG` | a tag does not match: the message is not authentic |
 * | `ERR_SESSION_ENDED` | a session was used after a wrong tag or after `destroy()`, or an AES key after `destroy()` |
 */
export type ErrorCode =
  | 'ERR_NO_WEBASSEMBLY'
  | 'ERR_ENGINE'
  | 'ERR_COMPILE_FORBIDDEN'
  | 'ERR_MAIN_THREAD'
  | 'ERR_MODULE'
  | 'ERR_MODULE_VERSION'
  | 'ERR_MODULE_IN_USE'
  | 'ERR_HASHER_ENDED'
  | 'ERR_SAVED_STATE'
  | 'ERR_NO_STREAMS'
  | 'ERR_STREAM_ENDED'
  | 'ERR_TAG'
  | 'ERR_SESSION_ENDED'
