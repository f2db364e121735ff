/** The text that a user types, hashed like a file. */

/** The path of the text among the files. In parentheses, since a file may well have a simpler name. */
export const TYPED = '(typed text)';

/** Returns the bytes of a text, as UTF-8 or from hexadecimal digits. Throws an error that names the problem. */
export function bytesOf(text, hexadecimal) {
  if (!hexadecimal) {
    if (!text.isWellFormed()) {
      throw new Error('The text contains a lone surrogate (half of a character), which UTF-8 can’t represent.');
    }
    return new TextEncoder().encode(text);
  }
  const digits = text.replace(/\s+/g, '').replace(/^0x/i, '');
  const [wrong] = /[^0-9a-f]/iu.exec(digits) ?? [];
  if (wrong !== undefined) throw new Error(`“${wrong}” is not a hexadecimal digit.`);
  if (digits.length % 2 !== 0) throw new Error('The number of digits is odd; each byte takes two.');
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}
