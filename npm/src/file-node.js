// hashFile for Node and runtimes that are like it.

import { Worker } from 'node:worker_threads'
import { kindOf } from './checks.js'
import { runTask, taskOf } from './file-task.js'

export async function hashFile(file, options) {
  const isPath = typeof file === 'string' || file instanceof URL
  if (!isPath && !(typeof Blob === 'function' && file instanceof Blob)) {
    throw new TypeError(`file must be a path, a file URL or a Blob, not ${kindOf(file)}`)
  }
  const task = { ...taskOf(options), file: file instanceof URL ? file.href : file, isUrl: file instanceof URL }
  options.signal?.throwIfAborted()
  // Without the options of this process, of which some, such as --input-type, stop a worker.
  const worker = new Worker(new URL('./file-worker-node.js', import.meta.url), { execArgv: [] })
  return runTask(worker, task, options, (message, failure) => {
    worker.on('message', message)
    worker.on('messageerror', failure)
    worker.on('error', failure)
  })
}
