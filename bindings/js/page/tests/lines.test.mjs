/** Lines of checksum lists: the same cases as in crates/counterpoint-cli/src/checksum_line.rs. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatLine, parseLine, parseList } from '../src/hash/checksum_lines.js';

const HEX = '00'.repeat(32);

test('all formats are read', () => {
  for (const [line, algorithm, name] of [
    ['00ff  a b', undefined, 'a b'],
    ['00FF *a', undefined, 'a'],
    ['00ff a', undefined, 'a'],
    ['00ff\ta', undefined, 'a'],
    ['  00ff   a', undefined, ' a'],
    ['\\00ff  a\\\\\\n\\r', undefined, 'a\\\n\r'],
    ['SHAKE256 (a) = 00ff', 'shake256', 'a'],
    ['SHAKE256(a (1))= 00ff', 'shake256', 'a (1)'],
    ['\\shake-256 (\\n) = 00ff', 'shake256', '\n'],
    ['TURBOSHAKE128[domain=2A] (a) = 00ff', 'turboshake128', 'a'],
    ['kt128[customization=a%20b](a)=00ff', 'kt128', 'a'],
    ['00ff', undefined, undefined],
  ]) {
    const read = parseLine(line);
    assert.deepEqual([read?.algorithm?.name, read?.name, read?.digest], [algorithm, name, '00ff'], line);
  }
});

test('other lines are not', () => {
  for (const line of [
    '',
    `${HEX}  a\0b`,
    `0x${HEX.slice(2)}  a`,
    `\\${HEX}  a\\t`,
    `\\${HEX}  a\\`,
    `SHA256 (a) = ${HEX}`,
    `SHA3-512 (a) = ${HEX}`,
    `SHA3-256 () = ${HEX}`,
    `SHA3-256 (a = ${HEX}`,
    `SHA3-256 )a( = ${HEX}`,
    'SHAKE128 (a) = ',
    'SHAKE128 (a) = 00f',
    'SHAKE128[domain=2A] (a) = 00ff',
    'TURBOSHAKE128[] (a) = 00ff',
    'TURBOSHAKE128[domain=2A (a) = 00ff',
    'TURBOSHAKE128domain=2A] (a) = 00ff',
  ]) {
    assert.equal(parseLine(line), undefined, line);
  }
});

test('what is written is read', () => {
  for (const name of ['a', 'a b', '\\', 'a\nb\\n\r', '(x) = y', ' *x']) {
    for (const format of ['plain', 'binary', 'tag']) {
      const line = formatLine(format, 'SHA3-256', HEX, name);
      assert.ok(line.endsWith('\n'));
      const read = parseLine(line.slice(0, -1));
      assert.deepEqual([read.name, read.digest], [name, HEX], line);
    }
  }
});

test('lists have comments, empty lines and line ends of other systems', () => {
  const lines = parseList(`# comment\r\n\r\n${HEX}  a\r\nrubbish\n${HEX}  b`);
  assert.deepEqual(
    lines.map(({ number, name, malformed }) => [number, name, malformed]),
    [
      [3, 'a', undefined],
      [4, undefined, true],
      [5, 'b', undefined],
    ],
  );
});
