/** Byte slicing: a block of Grøstl-256 on its way to rows, and through the first round of P and Q. */

import { slice } from './module.js';

const GUIDE = '[Groestl-guide]';

/** Returns the scene for a block of 64 bytes. */
export function rowsScene(block) {
  const steps = [];
  let values = new Uint8Array(128);
  values.set(block);
  // The name of each byte is its number in the block, and stays with it while bytes only move.
  let names = Array.from({ length: 128 }, (_, i) => (i < 64 ? i : undefined));
  let titles = ['columns 0, 1', 'columns 2, 3', 'columns 4, 5', 'columns 6, 7'];
  let headings = '';

  const add = (title, text, cite, from) =>
    steps.push({
      title,
      text,
      cite,
      headings,
      rows: titles.map((rowTitle, row) => ({
        title: rowTitle,
        first: false,
        cells: Array.from({ length: 16 }, (_, n) => cell(16 * row + n, from)),
      })),
    });
  const cell = (at, from) => {
    const name = names[at];
    return {
      key: String(at),
      id: String(name),
      text: hex(values[at]),
      tag: `${name % 8},${Math.floor(name / 8)}`,
      hue: name % 8,
      from: from?.[at] === undefined ? undefined : String(from[at]),
    };
  };

  /** A step in which bytes only move: the module says where each comes from. */
  const move = (step) => {
    const from = slice(
      Uint8Array.from({ length: 128 }, (_, i) => i),
      step,
    );
    values = slice(values, step);
    names = Array.from(from, (source) => names[source]);
    return from;
  };
  /** A step that changes bytes where they are. */
  const change = (step) => {
    values = slice(values, step);
  };

  add(
    'A block',
    'A block of Grøstl-256 is 64 bytes: eight columns of eight bytes. They are loaded as they lie in memory, two ' +
      'columns in each vector. The small numbers are row and column of a byte; bytes of one row have one colour.',
    `${GUIDE} 3.2`,
  );
  let from = move(0);
  add(
    'Interleave bytes',
    'A round rotates rows and mixes columns. If each row lies in a vector of its own, both are operations on whole ' +
      'vectors. So the block is transposed. First the two columns of each vector are interleaved, byte by byte: one ' +
      'byte shuffle.',
    `${GUIDE} 3.2`,
    from,
  );
  from = move(1);
  add(
    'Interleave pairs',
    'Neighbouring vectors are interleaved, two bytes at a time. The bytes of a row come together, four at ' + 'a time.',
    `${GUIDE} 3.2`,
    from,
  );
  from = move(2);
  titles = ['rows 0, 1', 'rows 2, 3', 'rows 4, 5', 'rows 6, 7'];
  add(
    'Interleave fours',
    'Vectors two places apart are interleaved, four bytes at a time. Each vector contains two whole rows ' +
      'now: three interleavings have transposed 8 by 8 bytes.',
    `${GUIDE} 3.2`,
    from,
  );
  from = move(3);
  titles = Array.from({ length: 8 }, (_, i) => `row ${i}`);
  headings = 'halves';
  add(
    'Each row twice',
    'A fourth interleaving, of 8 bytes, gives each row a vector of its own, and puts it there twice: the left half ' +
      'will go through the permutation P, the right half through Q, by the same instructions. (Before, the chaining ' +
      'value is added to the half of P; here it is zero.)',
    `${GUIDE} 6.2`,
    from,
  );
  change(4);
  add(
    'Change the basis',
    'The S-box is an inverse in GF(2^8). It is computed in another basis of the field, in which an inverse takes a ' +
      'few look-ups in tables of 16 bytes, all in registers. The change is linear, so it is made once, here, and ' +
      'undone after the last round.',
    '[vperm]',
  );
  change(5);
  add(
    'Add constants',
    'add_round_constant: P adds the numbers of column and round to row 0; Q complements all bytes and adds the ' +
      'numbers to row 7. One exclusive or for each vector.',
    '[Groestl] 3.4',
  );
  from = move(6);
  add(
    'Shift rows',
    'shift_bytes: row i of P is rotated left by i bytes, rows of Q by 1, 3, 5, 7, 0, 2, 4, 6. Each row is in one ' +
      'vector, so this is one byte shuffle, with one table of indices for both halves.',
    `${GUIDE} 6.2`,
    from,
  );
  change(7);
  add(
    'S-box and columns',
    'sub_bytes replaces all bytes of a vector at once. mix_bytes multiplies each column by a matrix: a byte of the ' +
      'result is a sum of multiples of the bytes in its column, and these are in the same place of the eight ' +
      'vectors. So it is sums of whole vectors, for all columns of P and Q at the same time. The constants of the ' +
      'next round are added with them.',
    `${GUIDE} 6.3`,
  );
  for (let step = 8; step < 26; step += 1) {
    if (step % 2 === 0) move(step);
    else change(step);
  }
  change(26);
  // After mix_bytes a byte depends on its whole column, so names are those of places again.
  names = Array.from({ length: 128 }, (_, at) => 8 * (at % 8) + Math.floor(at / 16));
  add(
    'Nine rounds later',
    'Nine more rounds do the same, and then the basis is changed back. The halves are P and Q of the block. ' +
      'From here on a byte’s numbers are those of its place.',
    '[Groestl] 3.4',
  );
  from = move(27);
  titles = ['columns 0, 1', 'columns 2, 3', 'columns 4, 5', 'columns 6, 7'];
  headings = '';
  add(
    'Back to columns',
    'The same interleavings, in the opposite order, bring P back to columns. The library does this only at ' +
      'the end of a message: the chaining value stays in rows from block to block.',
    `${GUIDE} 3.2`,
    from,
  );

  return {
    title: 'Byte slicing',
    intro:
      'The bytes of several columns of Grøstl become rows, a vector each, so that every step works on whole vectors.',
    columns: Array.from({ length: 16 }, (_, i) => String(i)),
    columnsTitle: 'byte of the vector',
    follow: Array.from({ length: 64 }, (_, i) => String(i)),
    followText: (name) => `row ${name % 8}, column ${Math.floor(name / 8)}`,
    steps,
  };
}

function hex(byte) {
  return byte.toString(16).padStart(2, '0');
}
