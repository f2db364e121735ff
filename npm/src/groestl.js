// The functions of the family Grøstl, in the order of the module.

import { embedded } from './embedded/groestl.js'
import { GROESTL } from './family.js'
import { fixedHash } from './hash.js'

export { CounterpointError } from './errors.js'
export { init } from './init.js'
export { hex, utf8 } from './text.js'

const SOURCE = { family: GROESTL, embedded }

export const groestl224 = /* @__PURE__ */ fixedHash(SOURCE, 0, 'groestl224', 64, 28)
export const groestl256 = /* @__PURE__ */ fixedHash(SOURCE, 1, 'groestl256', 64, 32)
export const groestl384 = /* @__PURE__ */ fixedHash(SOURCE, 2, 'groestl384', 128, 48)
export const groestl512 = /* @__PURE__ */ fixedHash(SOURCE, 3, 'groestl512', 128, 64)
