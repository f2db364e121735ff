// The worker of hashFile in Node. build.mjs embeds it in the package with everything it imports, since bundlers would
// not find its file.

import { open } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { hashPieces, sendable } from './file-hash.js'

const PIECE_BYTES = 1 << 20

parentPort.on('message', async (task) => {
  const report = (message) => parentPort.postMessage(sendable(message))
  let handle
  try {
    handle = await open(pathOf(task))
    const { size } = await handle.stat()
    await hashPieces(task, size, piecesOfFile(handle, pathOf(task)), report)
  } catch (error) {
    report({ error })
  } finally {
    await handle?.close()
  }
})

/** A path as open() takes it: messages can contain neither a URL nor a Buffer. */
function pathOf({ file, isUrl }) {
  if (isUrl) return new URL(file)
  return typeof file === 'string' ? file : Buffer.from(file)
}

/** The pieces of an open file, each in the same memory. */
async function* piecesOfFile(handle, path) {
  const buffer = new Uint8Array(PIECE_BYTES)
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, PIECE_BYTES).catch((error) => {
      // Only errors from open() name the path.
      error.path = String(path)
      error.message += ` '${path}'`
      throw error
    })
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}
