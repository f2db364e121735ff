// hashFile for browsers.

import { isBlob, kindOf } from './checks.js'
import { code } from './embedded/file-worker.js'
import { place } from './file-place.js'
import { received, taskOf } from './file-task.js'
import { Pool } from './pool.js'
import { shared } from './shared.js'

/** The number of workers where the browser does not report the number of cores. */
const CORES = 4

export async function hashFile(file, options) {
  if (!isBlob(file)) throw new TypeError(`file must be a File or Blob, not ${kindOf(file)}`)
  const task = { ...(await taskOf(options)), file }
  // Service workers have no Worker.
  return (typeof Worker === 'function' ? workers() : place()).run(task, options)
}

function workers() {
  return shared('workers', () => new Pool(globalThis.navigator?.hardwareConcurrency ?? CORES, startWorker))
}

/**
 * Starts the worker from its file, or, if a bundler dropped the file, from the package's own copy of the code, which a
 * Content-Security-Policy may forbid.
 */
function startWorker(message, failure) {
  let worker = null
  let task = null
  let ended = false
  const begin = (start, failed) => {
    try {
      worker = start()
    } catch (error) {
      failed(error)
      return
    }
    let loaded = false
    worker.onmessage = ({ data }) => {
      loaded = true
      if (Object.keys(data).length > 0) message(received(data))
    }
    worker.onmessageerror = () => failure(new Error('a message from the worker could not be read'))
    worker.onerror = ({ message: text }) =>
      loaded ? failure(new Error(`the worker of hashFile failed: ${text}`)) : failed({ message: text })
    if (task !== null) worker.postMessage(task)
  }
  const fromText = () =>
    begin(workerOfText, async (error) => {
      // If the browser rejects both synchronously, the pool does not know this worker yet, so wait before failing it.
      await undefined
      failure(notLoaded(error))
    })
  begin(workerOfFile, () => ended || fromText())
  return {
    post(next) {
      task = next
      worker?.postMessage(task)
    },
    rest: () => (task = null),
    work() {},
    end() {
      ended = true
      worker?.terminate()
    },
  }
}

function workerOfFile() {
  // Bundlers recognise the worker in this form.
  return new Worker(new URL('./file-worker.js', import.meta.url), { type: 'module' })
}

function workerOfText() {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  try {
    return new Worker(url)
  } finally {
    // The worker is already loading it.
    URL.revokeObjectURL(url)
  }
}

function notLoaded({ message }) {
  return new Error(
    'the worker of hashFile was not loaded: make the bundler find its file (Vite before 8: optimizeDeps: ' +
      "{ exclude: ['counterpoint'] }), or allow it in the Content-Security-Policy: worker-src 'self' blob:" +
      (message ? ` (the browser says: ${message})` : ''),
  )
}
