// The functions of the family Fugue, in the order of the module.

import { embedded } from './embedded/fugue.js'
import { FUGUE } from './family.js'
import { fixedHash } from './hash.js'

export { CounterpointError } from './errors.js'
export { init } from './init.js'
export { hex, utf8 } from './text.js'

const SOURCE = { family: FUGUE, embedded }

export const fugue224 = /* @__PURE__ */ fixedHash(SOURCE, 0, 'fugue224', 4, 28)
export const fugue256 = /* @__PURE__ */ fixedHash(SOURCE, 1, 'fugue256', 4, 32)
export const fugue384 = /* @__PURE__ */ fixedHash(SOURCE, 2, 'fugue384', 4, 48)
export const fugue512 = /* @__PURE__ */ fixedHash(SOURCE, 3, 'fugue512', 4, 64)
