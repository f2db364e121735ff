// Ketje: sessions of authenticated encryption on small states.

import { aead, checkKey } from './aead.js'

export { CounterpointError } from './errors.js'
export { init } from './init.js'
export { hex, utf8 } from './text.js'

function ketje(index, name, mostBytes, tagBytes) {
  const check = (key, nonce) => {
    checkKey(name, key, mostBytes)
    if (key + nonce > mostBytes) {
      throw new RangeError(`key and nonce of ${name} must have at most ${mostBytes} bytes together, not ${key + nonce}`)
    }
  }
  return aead({ index, name, tagBytes, check })
}

// functions: begin, by `cargo xtask generate` from functions.toml
export const ketjeJr = /* @__PURE__ */ ketje(5, 'ketjeJr', 22, 12)
export const ketjeSr = /* @__PURE__ */ ketje(6, 'ketjeSr', 47, 16)
export const ketjeMinor = /* @__PURE__ */ ketje(7, 'ketjeMinor', 97, 16)
export const ketjeMajor = /* @__PURE__ */ ketje(8, 'ketjeMajor', 197, 16)
// functions: end
