// What hashFile does on the side of the caller, in browsers and in Node.

import { kindOf, options as checkOptions } from './checks.js'
import { CounterpointError } from './errors.js'
import { givenModules } from './family.js'

const NAMES = ['algorithm', 'options', 'onProgress', 'signal']

/** Returns what the worker gets, except for the file. */
export function taskOf(options) {
  checkOptions(options, NAMES)
  const { algorithm, options: hashOptions, onProgress, signal } = options ?? {}
  const name = typeof algorithm === 'function' ? algorithm.name : algorithm
  if (typeof name !== 'string') {
    throw new TypeError(`algorithm must be a hash function of this package or its name, not ${kindOf(algorithm)}`)
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new TypeError(`onProgress must be a function, not ${kindOf(onProgress)}`)
  }
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function') {
    throw new TypeError(`signal must be an AbortSignal, not ${kindOf(signal)}`)
  }
  return { algorithm: name, options: hashOptions, modules: givenModules() }
}

/**
 * Sends a task to a worker and returns a promise of the digest. The worker ends with the task. `listen` connects the
 * worker with a function for its messages and one for its failure.
 */
export function runTask(worker, task, { onProgress, signal }, listen) {
  return new Promise((resolve, reject) => {
    const end = (settle, value) => {
      signal?.removeEventListener('abort', abort)
      worker.terminate()
      settle(value)
    }
    const abort = () => end(reject, signal.reason)
    const message = (report) => {
      if (report.digest !== undefined) end(resolve, report.digest)
      else if (report.error !== undefined) end(reject, errorOf(report.error))
      else progress(report)
    }
    const progress = ({ done, total }) => {
      try {
        onProgress?.(done, total)
      } catch (error) {
        end(reject, error)
      }
    }
    listen(message, (error) => end(reject, error))
    signal?.addEventListener('abort', abort)
    try {
      worker.postMessage(task)
    } catch (error) {
      // An option that can't be copied to the worker, such as a function. The worker would wait forever.
      end(reject, error)
    }
  })
}

/** Makes an error of what the worker says about one: errors lose their class on the way. */
function errorOf({ name, message, code }) {
  if (name === 'CounterpointError') return new CounterpointError(code, message)
  const error =
    name === 'TypeError' ? new TypeError(message) : name === 'RangeError' ? new RangeError(message) : new Error(message)
  // Such as NotReadableError, if a file has been changed since it was chosen.
  error.name = name
  // Such as ENOENT. The numbers of a DOMException say nothing that its name does not.
  if (typeof code === 'string') error.code = code
  return error
}
