// hashFile without a worker: hashes in place, in slices, and yields to other tasks between them.

import { hashPieces, piecesOfBlob } from './file-hash.js'
import { Pool } from './pool.js'
import { shared } from './shared.js'

/** How long other work waits, in milliseconds. */
const SLICE = 10
/** How many bytes are hashed before looking at the clock. */
const SLICE_BYTES = 1 << 19
/** How many files are read at a time. */
const AT_ONCE = 2

/** Returns the pool for Blobs that can't go to a worker. */
export function place() {
  return shared('place', () => new Pool(AT_ONCE, startInPlace))
}

/** Starts an object that behaves like a worker. */
function startInPlace(message) {
  let ended = false
  async function* slices(pieces) {
    let next = Date.now() + SLICE
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length; at += SLICE_BYTES) {
        if (ended) return
        yield piece.subarray(at, at + SLICE_BYTES)
        if (Date.now() < next) continue
        await new Promise((resolve) => setTimeout(resolve))
        next = Date.now() + SLICE
      }
    }
  }
  return {
    post: (task) => void hashPieces(task, task.file.size, slices(piecesOfBlob(task.file)), message),
    rest() {},
    work() {},
    end() {
      ended = true
    },
  }
}
