import { bytes, kindOf } from './checks.js'
import { CounterpointError } from './errors.js'

/**
 * Makes a pair of streams that passes bytes through and hashes them: `readable.pipeThrough(hashStream(sha3_256))`. It
 * is no TransformStream, as only the newest ones report that the reader has gone.
 */
export function hashStream(hash, options) {
  if (typeof hash !== 'function' || typeof hash.create !== 'function') {
    throw new TypeError(`hash must be a hash function of this package, such as sha3_256, not ${kindOf(hash)}`)
  }
  if (typeof ReadableStream !== 'function' || typeof WritableStream !== 'function') {
    throw new CounterpointError(
      'ERR_NO_STREAMS',
      'this environment has no ReadableStream or WritableStream, which Firefox before 100 and jsdom lack: ' +
        'hash the pieces with create(), update() and digest()',
    )
  }
  const hasher = hash.create(options)
  let settle
  const digest = new Promise((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Who does not ask for the digest should not see a rejection of it either; the stream itself reports the error.
  digest.catch(() => {})
  let output
  let input
  // Whether the reader waits for a chunk. What is written before waits for the reader: nothing is kept here.
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
      // abort() below waits for the chunk that is being written, and that one for a reader. Browsers before Chrome 98
      // have no signal.
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

/** The error of a stream that was ended without a reason. */
function withoutReason(who) {
  return new CounterpointError('ERR_STREAM_ENDED', `the stream was ended before its end, without a reason: ${who}`)
}
