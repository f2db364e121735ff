// hashFile for browsers.

import { kindOf } from './checks.js'
import { runTask, taskOf } from './file-task.js'

export async function hashFile(file, options) {
  if (typeof Blob !== 'function' || !(file instanceof Blob)) {
    throw new TypeError(`file must be a File or Blob, not ${kindOf(file)}`)
  }
  const task = { ...taskOf(options), file }
  options.signal?.throwIfAborted()
  // In this form bundlers find the worker.
  const worker = new Worker(new URL('./file-worker.js', import.meta.url), { type: 'module' })
  return runTask(worker, task, options, (message, failure) => {
    worker.onmessage = (event) => message(event.data)
    worker.onmessageerror = () => failure(new Error('a message of the worker could not be read'))
    worker.onerror = (event) =>
      failure(new Error(`the worker of hashFile failed: ${event.message ?? 'it was not loaded'}`))
  })
}
