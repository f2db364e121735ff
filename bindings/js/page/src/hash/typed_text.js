/** The text that a user types, which is hashed as a file is. */

/** The path under which the text is among the files. Parentheses, as a file may have any simpler name. */
export const TYPED = '(typed text)';

/** Returns the bytes of a text: in UTF-8, or of hexadecimal digits. Throws an error that says what is wrong. */
export function bytesOf(text, hexadecimal) {
  if (!hexadecimal) {
    if (!text.isWellFormed()) {
      throw new Error('The text contains half of a character (a surrogate without its pair), which UTF-8 cannot have.');
    }
    return new TextEncoder().encode(text);
  }
  const digits = text.replace(/\s+/g, '').replace(/^0x/i, '');
  const [wrong] = /[^0-9a-f]/iu.exec(digits) ?? [];
  if (wrong !== undefined) throw new Error(`“${wrong}” is not a hexadecimal digit.`);
  if (digits.length % 2 !== 0) throw new Error('The number of digits is odd: a byte has two.');
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}
