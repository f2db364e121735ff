// Hashes a file, in a worker or in place: both get the same task.

import { familyByNumber, prepare } from './family.js'
import { HashFunction } from './function.js'
import { Hasher } from './hasher.js'

/** How often progress is reported, in milliseconds. */
const INTERVAL = 50
/** How many bytes of a Blob without streams are read at a time. */
const PIECE_BYTES = 1 << 20

/** Hashes pieces; reports progress, then the digest or an error. */
export async function hashPieces({ fn, inputs, module }, total, pieces, report) {
  try {
    const family = familyByNumber(fn.family)
    family.module ??= module
    await prepare(family)
    const source = { family, embedded: null }
    const own = new HashFunction(source, fn.index, fn.name, fn.blockLen, fn.outputLen, fn.kind)
    const hasher = new Hasher(own, inputs)
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
    // A stream may fail without a reason.
    report({ error: error ?? new Error('the file could not be read; its stream gave no reason') })
  }
}

/** The pieces of a Blob; throws if they are not all of it. */
export async function* piecesOfBlob(blob) {
  let left = blob.size
  for await (const piece of typeof blob.stream === 'function' ? streamOfBlob(blob) : slicesOfBlob(blob)) {
    left -= piece.length
    yield piece
  }
  if (left !== 0) {
    throw Object.assign(new Error(`the Blob has a size of ${blob.size}, but ${blob.size - left} bytes were read`), {
      name: 'NotReadableError',
    })
  }
}

/** Reads the stream without its async iterator, which Safari lacks. */
async function* streamOfBlob(blob) {
  const reader = blob.stream().getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // The work may have been aborted.
    reader.cancel().catch(() => {})
  }
}

/** Like `streamOfBlob`, for Blobs without streams, such as jsdom's. */
async function* slicesOfBlob(blob) {
  for (let at = 0; at < blob.size; at += PIECE_BYTES) yield contentOfBlob(blob.slice(at, at + PIECE_BYTES))
}

async function contentOfBlob(blob) {
  if (typeof blob.arrayBuffer === 'function') return new Uint8Array(await blob.arrayBuffer())
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(new Uint8Array(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsArrayBuffer(blob)
  })
}

/** A report in a form that can be sent: errors would lose their class and code on the way. */
export function sendable({ error, ...report }) {
  if (error === undefined) return report
  const { name, message, code, path } = error
  return { error: { name, message, code, path } }
}
