// hashFile for Node and runtimes like it.

import { Buffer } from 'node:buffer'
import * as os from 'node:os'
import { Worker } from 'node:worker_threads'
import { isBlob, isTagged, kindOf } from './checks.js'
import { code } from './embedded/file-worker-node.js'
import { place } from './file-place.js'
import { received, taskOf } from './file-task.js'
import { Pool } from './pool.js'
import { shared } from './shared.js'

export async function hashFile(file, options) {
  // Not in a worker: a Blob from fs.openAsBlob() can't be sent to one, and trying may end the process.
  if (isBlob(file)) return place().run({ ...(await taskOf(options)), file }, options)
  const isUrl = isTagged(file, 'URL')
  if (typeof file !== 'string' && !isUrl && !Buffer.isBuffer(file)) {
    throw new TypeError(`file must be a path, a file URL or a Blob, not ${kindOf(file)}`)
  }
  const path = isUrl ? file.href : typeof file === 'string' ? file : Uint8Array.from(file)
  return workers().run({ ...(await taskOf(options)), file: path, isUrl }, options)
}

function workers() {
  // availableParallelism() exists since Node 18.14.
  return shared('workers of Node', () => new Pool(os.availableParallelism?.() ?? os.cpus().length, startWorker))
}

function startWorker(message, failure) {
  // Without the options of this process: some, such as --input-type, would stop a worker.
  const worker = new Worker(code, { eval: true, execArgv: [] })
  worker.on('message', (report) => message(received(report)))
  worker.on('messageerror', failure)
  worker.on('error', failure)
  return {
    post: (task) => worker.postMessage(task),
    // A worker without a task does not keep the process alive.
    rest: () => worker.unref(),
    work: () => worker.ref(),
    end: () => void worker.terminate(),
  }
}
