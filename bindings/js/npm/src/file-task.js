// The caller's side of hashFile, in browsers and in Node.

import { kindOf, options as checkOptions } from './checks.js'
import { functionOf } from './describe.js'
import { CounterpointError } from './errors.js'
import { moduleOf } from './family.js'
import { inputsOf } from './inputs.js'

const NAMES = ['algorithm', 'options', 'onProgress', 'signal']

/** Returns a worker's task without the file: a function, its inputs, and its compiled module. */
export async function taskOf(options) {
  checkOptions(options, NAMES)
  const { algorithm, options: hashOptions, onProgress, signal } = options ?? {}
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new TypeError(`onProgress must be a function, not ${kindOf(onProgress)}`)
  }
  // Not with throwIfAborted, which Chrome lacks before 100.
  if (signal !== undefined && (typeof signal?.aborted !== 'boolean' || typeof signal.addEventListener !== 'function')) {
    throw new TypeError(`signal must be an AbortSignal, not ${kindOf(signal)}`)
  }
  const fn = await functionFor(algorithm)
  const inputs = inputsOf(fn, undefined, hashOptions)
  const module = await moduleOf(fn.family, fn.embedded)
  const { index, name, blockLen, outputLen, kind } = fn
  return { fn: { family: fn.family.number, index, name, blockLen, outputLen, kind }, inputs, module }
}

async function functionFor(algorithm) {
  const fn = typeof algorithm === 'function' ? functionOf(algorithm) : undefined
  if (fn === undefined && typeof algorithm !== 'string') {
    throw new TypeError(`algorithm must be a hash function of this package or its name, not ${kindOf(algorithm)}`)
  }
  if (fn !== undefined && !fn.kind.keyed && !fn.kind.tuple) return fn
  // Only a name requires all families.
  const { algorithmByName } = await import('./algorithms.js')
  return functionOf(algorithmByName(fn === undefined ? algorithm : fn.name))
}

/** Creates an error from a worker's description of it. */
function errorOf({ name, message, code, path }) {
  if (name === 'CounterpointError') return new CounterpointError(code, message)
  const error =
    name === 'TypeError' ? new TypeError(message) : name === 'RangeError' ? new RangeError(message) : new Error(message)
  // Such as NotReadableError, if a file was changed after it was chosen.
  error.name = name
  // Such as ENOENT. A DOMException's number adds nothing to its name.
  if (typeof code === 'string') error.code = code
  if (path !== undefined) error.path = path
  return error
}

/** Returns a worker's report, with its error, if any, restored to its class. */
export function received(report) {
  return report.error === undefined ? report : { error: errorOf(report.error) }
}
