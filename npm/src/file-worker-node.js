// The worker of hashFile in Node.

import { open } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { hashPieces, piecesOfBlob } from './file-hash.js'

const PIECE_BYTES = 1 << 20

parentPort.once('message', async (task) => {
  const report = (message) => parentPort.postMessage(message)
  if (typeof task.file !== 'string') {
    await hashPieces(task, task.file.size, piecesOfBlob(task.file), report)
    return
  }
  let handle
  try {
    handle = await open(task.isUrl ? new URL(task.file) : task.file)
    const { size } = await handle.stat()
    await hashPieces(task, size, piecesOfFile(handle), report)
  } catch (error) {
    report({ error: { name: error.name, message: error.message, code: error.code } })
  } finally {
    await handle?.close()
  }
})

/** The pieces of an open file, one after the other in the same memory. */
async function* piecesOfFile(handle) {
  const buffer = new Uint8Array(PIECE_BYTES)
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, PIECE_BYTES)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}
