import { bytes, kindOf } from './checks.js'
import { CounterpointError } from './errors.js'

/**
 * Creates a pair of streams that passes bytes through and hashes them: `readable.pipeThrough(hashStream(sha3_256))`. It
 * is not a TransformStream, since only the newest of those report that the reader has gone.
 */
export function hashStream(hash, options) {
  if (typeof hash !== 'function' || typeof hash.create !== 'function') {
    throw new TypeError(`hash must be a hash function of this package, such as sha3_256, not ${kindOf(hash)}`)
  }
  if (typeof ReadableStream !== 'function' || typeof WritableStream !== 'function') {
    throw new CounterpointError(
      'ERR_NO_STREAMS',
      'this environment lacks ReadableStream or WritableStream, as Firefox before 100 and jsdom do: ' +
        'hash the pieces with create(), update() and digest()',
    )
  }
  const hasher = hash.create(options)
  let settle
  const digest = new Promise((resolve, reject) => {
    settle = { resolve, reject }
  })
  // A caller who ignores the digest should not get an unhandled rejection; the stream itself reports the error.
  digest.catch(() => {})
  let output
  let input
  // Whether the reader is waiting for a chunk. Until then the writer waits: nothing is buffered here.
  let asked = false
  let ended = false
  let wake = () => {}
  const end = (reason) => {
    ended = true
    hasher.destroy()
    settle.reject(reason)
    wake()
  }
  const readable = new ReadableStream(
    {
      start(controller) {
        output = controller
      },
      pull() {
        asked = true
        wake()
      },
      cancel(reason) {
        const error = reason ?? withoutReason('the reader has left')
        input.error(error)
        end(error)
      },
    },
    { highWaterMark: 0 },
  )
  const stop = (reason) => {
    if (ended) return
    const error = reason ?? withoutReason('the writer has stopped')
    output.error(error)
    end(error)
  }
  const writable = new WritableStream({
    start(controller) {
      input = controller
      // abort() below waits for the chunk being written, which in turn waits for a reader. Chrome before 98 has no
      // signal.
      controller.signal?.addEventListener('abort', () => wake(), { once: true })
    },
    async write(chunk) {
      try {
        bytes(chunk, 'data')
        const left = () => ended || input.signal?.aborted === true
        while (!asked && !left()) {
          await new Promise((resolve) => {
            wake = resolve
          })
        }
        if (left()) return
        asked = false
        hasher.update(chunk)
        output.enqueue(chunk)
      } catch (error) {
        stop(error)
        throw error
      }
    },
    close() {
      settle.resolve(hasher.digest())
      output.close()
    },
    abort: stop,
  })
  return { readable, writable, digest }
}

/** The error for a stream that was ended without a reason. */
function withoutReason(who) {
  return new CounterpointError('ERR_STREAM_ENDED', `the stream was ended early, without a reason: ${who}`)
}
