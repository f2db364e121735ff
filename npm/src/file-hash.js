// What hashFile does in its worker, in browsers and in Node.

import { algorithmByName } from './algorithms.js'
import { init } from './init.js'

/** How often progress is reported, in milliseconds. */
const INTERVAL = 50

/** Hashes pieces and reports progress and the digest, or an error. */
export async function hashPieces(task, total, pieces, report) {
  try {
    task.modules.forEach(init)
    const hasher = algorithmByName(task.algorithm).create(task.options)
    let done = 0
    let next = Date.now() + INTERVAL
    for await (const piece of pieces) {
      hasher.update(piece)
      done += piece.length
      if (Date.now() < next) continue
      report({ done, total })
      next = Date.now() + INTERVAL
    }
    report({ done, total })
    report({ digest: hasher.digest() })
  } catch (error) {
    report({ error: { name: error.name, message: error.message, code: error.code } })
  }
}

/** The pieces of a Blob. Not its async iterator, which Safari lacks. */
export async function* piecesOfBlob(blob) {
  const reader = blob.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
