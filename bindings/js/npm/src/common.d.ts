export { CounterpointError, type ErrorCode } from './errors.js'
export { init } from './init.js'
export { hex, utf8 } from './text.js'
export type * from './types.js'
