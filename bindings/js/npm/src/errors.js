import { shared } from './shared.js'

/** What this package throws where neither TypeError nor RangeError says what is wrong. `code` begins with ERR_. */
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
