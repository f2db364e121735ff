/** What this package throws where neither TypeError nor RangeError says what is wrong. `code` begins with ERR_. */
export class CounterpointError extends Error {
  constructor(code, message, cause) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'CounterpointError'
    this.code = code
  }
}
