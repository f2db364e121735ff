import { kindOf } from './checks.js'
import { CounterpointError } from './errors.js'

/**
 * Makes a pair of streams that passes bytes through and hashes them: `readable.pipeThrough(hashStream(sha3_256))`. It
 * is no TransformStream, as only the newest ones report that the reader has gone.
 */
export function hashStream(hash, options) {
  if (typeof hash !== 'function' || typeof hash.create !== 'function') {
    throw new TypeError(`hash must be a hash function of this package, such as sha3_256, not ${kindOf(hash)}`)
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
  let wake = () => {}
  const fail = (reason) => {
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
        wake()
      },
      cancel(reason) {
        const error = reason ?? ended('the reader has left')
        input.error(error)
        fail(error)
      },
    },
    { highWaterMark: 0 },
  )
  const writable = new WritableStream({
    start(controller) {
      input = controller
    },
    async write(chunk) {
      try {
        hasher.update(chunk)
      } catch (error) {
        output.error(error)
        fail(error)
        throw error
      }
      // `wake` is set before, because a reader with a second request makes enqueue() call pull() at once.
      const pulled = new Promise((resolve) => {
        wake = resolve
      })
      output.enqueue(chunk)
      if (output.desiredSize <= 0) await pulled
    },
    close() {
      settle.resolve(hasher.digest())
      output.close()
    },
    abort(reason) {
      const error = reason ?? ended('the writer has stopped')
      output.error(error)
      fail(error)
    },
  })
  return { readable, writable, digest }
}

/** The error of a stream that was ended without a reason. */
function ended(who) {
  return new CounterpointError('ERR_STREAM_ENDED', `the stream was ended before its end, without a reason: ${who}`)
}
