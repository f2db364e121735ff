/** What this package throws where neither TypeError nor RangeError says what is wrong. `code` is one of the ERR_ names. */
export class CounterpointError extends Error {
  constructor(code, message, cause) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'CounterpointError'
    this.code = code
  }
}
