import { shared } from './shared.js'

/** Thrown for errors that are neither a TypeError nor a RangeError. `code` begins with ERR_. */
export const CounterpointError = /* @__PURE__ */ shared(
  'CounterpointError',
  () =>
    class CounterpointError extends Error {
      constructor(code, message, cause) {
        super(message, cause === undefined ? undefined : { cause })
        this.name = 'CounterpointError'
        this.code = code
      }
    },
)
