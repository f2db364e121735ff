/**
 * Lines of checksum lists, in the formats that `counterpoint sum` writes and `counterpoint check` reads.
 *
 *   plain     HEX  name              tag       SHA3-256 (name) = HEX
 *   binary    HEX *name              OpenSSL   SHA3-256(name)= HEX
 *   BSD       HEX name               escaped   any of them after a \, with \\ \n \r in the name
 *
 * A tag may have settings of the function in brackets: `TURBOSHAKE128[domain=2A]`. A line with only a digest belongs to
 * no particular file.
 */

import { byName, canHaveBytes } from '../algorithms.js';

/** The longest text in bytes that a tag can contain. */
const LONGEST_TEXT = 4096;

/** The formats of lines that the page writes. */
export const FORMATS = { plain: 'plain', binary: 'binary', tag: 'tag' };

/** Returns a line including its line feed. `tag` is the function's, from {@link tagOf}. */
export function formatLine(format, tag, hex, name) {
  const escaped = name.replace(/[\\\n\r]/g, (c) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r' })[c]);
  const mark = escaped === name ? '' : '\\';
  if (format === FORMATS.tag) return `${mark}${tag} (${escaped}) = ${hex}\n`;
  return `${mark}${hex} ${format === FORMATS.binary ? '*' : ' '}${escaped}\n`;
}

/** Returns the tag of a function with settings: `SHA3-256`, `TURBOSHAKE128[domain=2A]`. */
export function tagOf(algorithm, settings = {}) {
  const named = SETTINGS.filter(({ key }) => settings[key] !== undefined && settings[key] !== '').map(
    ({ key, word, write }) => `${word}=${write(settings[key])}`,
  );
  return algorithm.name.toUpperCase() + (named.length ? `[${named.join(',')}]` : '');
}

/**
 * Parses a list. Returns its lines, each `{ number, digest, name, algorithm, settings }`, without `algorithm` for lines
 * without a tag, and without `name` for lines with only a digest. Lines that can't be parsed are
 * `{ number, malformed: true }`. Empty lines and those that begin with # are skipped.
 */
export function parseList(text) {
  const lines = [];
  text.split('\n').forEach((line, index) => {
    const content = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (content.trim() === '' || content.startsWith('#')) return;
    lines.push({ number: index + 1, ...(parseLine(content) ?? { malformed: true }) });
  });
  return lines;
}

/** Parses a line without its line feed; returns `undefined` if it is in none of the formats. */
export function parseLine(line) {
  const blanks = line.replace(/^[ \t]+/, '');
  const escapes = blanks.startsWith('\\');
  const content = escapes ? blanks.slice(1) : blanks;
  if (!escapes && isHex(content.trimEnd())) return { digest: content.trimEnd().toLowerCase() };
  const parts = parseTagged(content) ?? parseUntagged(content);
  if (!parts) return undefined;
  const name = escapes ? unescaped(parts.name) : parts.name;
  if (!name || name.includes('\0') || !isHex(parts.hex)) return undefined;
  const bytes = parts.hex.length / 2;
  if (parts.algorithm && !canHaveBytes(parts.algorithm, bytes)) return undefined;
  return { digest: parts.hex.toLowerCase(), name, algorithm: parts.algorithm, settings: parts.settings };
}

/** Parses `ALG (name) = HEX`, with or without the spaces, and with or without settings. */
function parseTagged(line) {
  const open = line.indexOf('(');
  const close = line.lastIndexOf(')');
  if (open < 0 || close <= open) return undefined;
  const [, tag, inside] = /^(.*?)(?:\[(.*)\])?$/s.exec(line.slice(0, open).replace(/ $/, ''));
  const algorithm = byName(tag);
  if (!algorithm) return undefined;
  const settings = inside === undefined ? {} : parseSettings(inside, algorithm);
  const hex = /^\s*=\s*(.*)$/s.exec(line.slice(close + 1))?.[1];
  if (!settings || hex === undefined) return undefined;
  return { algorithm, settings, name: line.slice(open + 1, close), hex };
}

/** Parses `HEX  name`, `HEX *name` or `HEX name`. */
function parseUntagged(line) {
  const found = /^([^ \t]*)[ \t][ *]?(.*)$/s.exec(line);
  return found ? { settings: {}, name: found[2], hex: found[1] } : undefined;
}

/** Parses the settings between the brackets of a tag; returns `undefined` if the function does not take them. */
function parseSettings(inside, algorithm) {
  const settings = {};
  for (const part of inside.split(',')) {
    const at = part.indexOf('=');
    const setting = SETTINGS.find(({ word }) => at > 0 && word === part.slice(0, at));
    if (!setting || setting.key in settings || !algorithm.takes.includes(setting.key)) return undefined;
    const value = setting.read(part.slice(at + 1));
    if (value === undefined) return undefined;
    settings[setting.key] = value;
  }
  return settings;
}

/** The settings that a tag can give, in the order in which they are written. */
const SETTINGS = [
  { key: 'functionName', word: 'function-name', read: percentDecoded, write: percentEncoded },
  { key: 'domain', word: 'domain', read: readDomain, write: (domain) => twoDigits(domain).toUpperCase() },
  { key: 'blockBytes', word: 'block-size', read: readNumber, write: String },
  { key: 'customization', word: 'customization', read: percentDecoded, write: percentEncoded },
];

function readDomain(text) {
  const domain = /^(0x)?[0-9a-f]{1,2}$/i.test(text) ? parseInt(text.replace(/^0x/i, ''), 16) : 0;
  return domain >= 0x01 && domain <= 0x7f ? domain : undefined;
}

function readNumber(text) {
  return /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : undefined;
}

/** Writes every byte that is not a letter, a digit or one of `-._~` as `%` and two hexadecimal digits. */
function percentEncoded(text) {
  return [...new TextEncoder().encode(text)]
    .map((byte) => {
      const c = String.fromCharCode(byte);
      return /[A-Za-z0-9._~-]/.test(c) ? c : `%${twoDigits(byte).toUpperCase()}`;
    })
    .join('');
}

function percentDecoded(text) {
  if (!/^(?:[^%]|%[0-9A-Fa-f]{2})+$/s.test(text)) return undefined;
  try {
    const decoded = decodeURIComponent(text);
    return new TextEncoder().encode(decoded).length <= LONGEST_TEXT ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** Undoes the escapes in a name; returns `undefined` for an invalid escape. */
function unescaped(name) {
  if (/\\(?![\\nr])/.test(name.replace(/\\\\/g, ''))) return undefined;
  return name.replace(/\\([\\nr])/g, (_, c) => ({ '\\': '\\', n: '\n', r: '\r' })[c]);
}

function isHex(text) {
  return text.length > 0 && text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text);
}

function twoDigits(byte) {
  return byte.toString(16).padStart(2, '0');
}
