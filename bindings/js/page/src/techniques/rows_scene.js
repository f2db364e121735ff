/** Byte slicing: a block of Grøstl-256 becomes rows, and goes through the first round of P and Q. */

import { slice } from './module.js';

const GUIDE = '[Groestl-guide]';

/** Returns the scene for a 64-byte block. */
export function rowsScene(block) {
  const steps = [];
  let values = new Uint8Array(128);
  values.set(block);
  // Each byte is named by its number in the block, and keeps its name as long as bytes only move.
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

  /** A step in which bytes only move: the module determines where each comes from. */
  const move = (step) => {
    const from = slice(
      Uint8Array.from({ length: 128 }, (_, i) => i),
      step,
    );
    values = slice(values, step);
    names = Array.from(from, (source) => names[source]);
    return from;
  };
  /** A step that changes bytes in place. */
  const change = (step) => {
    values = slice(values, step);
  };

  add(
    'A block',
    'A block of Grøstl-256 is 64 bytes: eight columns of eight bytes. They are loaded as they lie in memory, two ' +
      'columns per vector. The small numbers are a byte’s row and column; bytes of the same row have the same colour.',
    `${GUIDE} 3.2`,
  );
  let from = move(0);
  add(
    'Interleave bytes',
    'A round rotates rows and mixes columns. If each row has its own vector, both are operations on whole ' +
      'vectors, so the block is transposed. First, the two columns in each vector are interleaved byte by byte: one ' +
      'byte shuffle.',
    `${GUIDE} 3.2`,
    from,
  );
  from = move(1);
  add(
    'Interleave pairs',
    'Neighbouring vectors are interleaved, two bytes at a time. This brings together four bytes of each row.',
    `${GUIDE} 3.2`,
    from,
  );
  from = move(2);
  titles = ['rows 0, 1', 'rows 2, 3', 'rows 4, 5', 'rows 6, 7'];
  add(
    'Interleave fours',
    'Vectors two places apart are interleaved, four bytes at a time. Each vector now contains two whole rows: ' +
      'three interleavings have transposed 8 by 8 bytes.',
    `${GUIDE} 3.2`,
    from,
  );
  from = move(3);
  titles = Array.from({ length: 8 }, (_, i) => `row ${i}`);
  headings = 'halves';
  add(
    'Each row twice',
    'A fourth interleaving, of 8 bytes, gives each row its own vector, which contains it twice: the left half ' +
      'will go through the permutation P, the right half through Q, with the same instructions. (The chaining ' +
      'value is first added to the half for P; here it is zero.)',
    `${GUIDE} 6.2`,
    from,
  );
  change(4);
  add(
    'Change the basis',
    'The S-box is an inverse in GF(2^8). It is computed in another basis of the field, in which an inverse takes a ' +
      'few look-ups in 16-byte tables, all in registers. The change is linear, so it is made once, here, and ' +
      'undone after the last round.',
    '[vperm]',
  );
  change(5);
  add(
    'Add constants',
    'add_round_constant: P adds the column and round numbers to row 0; Q complements all bytes and adds the ' +
      'numbers to row 7. This takes one exclusive or per vector.',
    '[Groestl] 3.4',
  );
  from = move(6);
  add(
    'Shift rows',
    'shift_bytes: row i of P is rotated left by i bytes, rows of Q by 1, 3, 5, 7, 0, 2, 4, 6. Each row is in one ' +
      'vector, so this takes one byte shuffle, with one table of indices for both halves.',
    `${GUIDE} 6.2`,
    from,
  );
  change(7);
  add(
    'S-box and columns',
    'sub_bytes replaces all bytes of a vector at once. mix_bytes multiplies each column by a matrix: a byte of the ' +
      'result is a sum of multiples of the bytes in its column, which are at the same place in the eight vectors. ' +
      'So sums of whole vectors compute it for all columns of P and Q at the same time. The constants of the next ' +
      'round are added along with them.',
    `${GUIDE} 6.3`,
  );
  for (let step = 8; step < 26; step += 1) {
    if (step % 2 === 0) move(step);
    else change(step);
  }
  change(26);
  // After mix_bytes, a byte depends on its whole column, so bytes are named by their places again.
  names = Array.from({ length: 128 }, (_, at) => 8 * (at % 8) + Math.floor(at / 16));
  add(
    'Nine rounds later',
    'Nine more rounds do the same, and then the basis is changed back. The halves are P and Q of the block. ' +
      'From here on, a byte’s numbers are those of its place.',
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
      'The columns of Grøstl’s state become rows, one per vector, so that every step works on whole vectors.',
    columns: Array.from({ length: 16 }, (_, i) => String(i)),
    columnsTitle: 'byte in the vector',
    follow: Array.from({ length: 64 }, (_, i) => String(i)),
    followText: (name) => `row ${name % 8}, column ${Math.floor(name / 8)}`,
    steps,
  };
}

function hex(byte) {
  return byte.toString(16).padStart(2, '0');
}
