// hashFile without a worker: in place, in slices between which it gives way.

import { hashPieces, piecesOfBlob } from './file-hash.js'
import { Pool } from './pool.js'
import { shared } from './shared.js'

/** How long other work waits, in milliseconds. */
const SLICE = 10
/** How much is hashed without a look at the clock. */
const SLICE_BYTES = 1 << 19
/** How many files are read at a time. */
const AT_ONCE = 2

/** Returns what takes the tasks of Blobs that no worker gets. */
export function place() {
  return shared('place', () => new Pool(AT_ONCE, startInPlace))
}

/** Starts what behaves as a worker does. */
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
