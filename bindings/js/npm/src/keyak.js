// Keyak: sessions of authenticated encryption on Keccak-p.

import { aead, checkKey } from './aead.js'

export { CounterpointError } from './errors.js'
export { init } from './init.js'
export { hex, utf8 } from './text.js'

function keyak(index, name, mostKeyBytes) {
  return aead({ index, name, tagBytes: 16, check: (key) => checkKey(name, key, mostKeyBytes) })
}

// functions: begin, by `cargo xtask generate` from functions.toml
export const riverKeyak = /* @__PURE__ */ keyak(0, 'riverKeyak', 34)
export const lakeKeyak = /* @__PURE__ */ keyak(1, 'lakeKeyak', 38)
export const seaKeyak = /* @__PURE__ */ keyak(2, 'seaKeyak', 38)
export const oceanKeyak = /* @__PURE__ */ keyak(3, 'oceanKeyak', 38)
export const lunarKeyak = /* @__PURE__ */ keyak(4, 'lunarKeyak', 38)
// functions: end
