// The functions of the family Luffa, in the order of the module.

import { embedded } from './embedded/luffa.js'
import { LUFFA } from './family.js'
import { fixedHash } from './hash.js'

export { CounterpointError } from './errors.js'
export { init } from './init.js'
export { hex, utf8 } from './text.js'

const SOURCE = { family: LUFFA, embedded }

export const luffa224 = /* @__PURE__ */ fixedHash(SOURCE, 0, 'luffa224', 32, 28)
export const luffa256 = /* @__PURE__ */ fixedHash(SOURCE, 1, 'luffa256', 32, 32)
export const luffa384 = /* @__PURE__ */ fixedHash(SOURCE, 2, 'luffa384', 32, 48)
export const luffa512 = /* @__PURE__ */ fixedHash(SOURCE, 3, 'luffa512', 32, 64)
