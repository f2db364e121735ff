/** The perfect shuffle of two words of Luffa, bit by bit. */

import { onWords } from './module.js';

const DISTANCES = [16, 8, 4, 2, 1];
const ROTATION = 2;
const PAPER = '[Luffa-shuffle] 5.1';

/** Returns the scene for two 32-bit words. */
export function shuffleScene(a, b) {
  const steps = [];
  // The content of the 64 places in each register: the name and the value of a bit, or nothing.
  let registers = [
    { title: 'A', bits: bitsOf(a, 'a', 'word-a') },
    { title: 'B', bits: bitsOf(b, 'b', 'word-b') },
  ];
  const add = (title, text, cite) => steps.push({ title, text, cite, rows: rowsOf(registers) });

  /** Moves each bit to where the module moves a single bit from the same place. */
  const move = (name, ...operands) => {
    registers = registers.map(({ title, bits }, r) => {
      const moved = Array(64);
      bits.forEach((bit, at) => {
        if (!bit) return;
        const [to] = onWords(name, [1n << BigInt(at), 0n], ...operands);
        moved[placeOf(to)] = { ...bit, from: key(r, at) };
      });
      return { title, bits: moved };
    });
  };

  add(
    'Two words',
    'Luffa rotates 32-bit words by 2, 14, 10 and 1 bits in every step, independently in each chain. Two ' +
      'words fit into a 64-bit register, but no plain instruction rotates the two halves of a register.',
    PAPER,
  );
  DISTANCES.forEach((distance, step) => {
    move('spread', step);
    add(
      `Apart by ${distance}`,
      step === 0
        ? 'The solution is to let the bits of the two words alternate. First the bits of each word are spread: the ' +
            'upper half moves up by 16 bits. One shift, one or and one mask do this for all bits at once.'
        : `In every block, the upper half moves up by ${distance} bit${distance > 1 ? 's' : ''}, ` +
            `again with one shift, one or and one mask.${
              distance === 1 ? ' Now each bit t is at place 2t, with zeros in between.' : ''
            }`,
      PAPER,
    );
  });

  const [left, right] = registers;
  const joined = Array(64);
  [left, right].forEach(({ bits }, r) =>
    bits.forEach((bit, at) => {
      if (!bit) return;
      const words = r === 0 ? [1n << BigInt(at), 0n] : [0n, 1n << BigInt(at)];
      joined[placeOf(onWords('join', words)[0])] = { ...bit, from: key(r, at) };
    }),
  );
  registers = [{ title: 'A and B', bits: joined }];
  add(
    'Joined',
    'B is moved up by one bit and added, so that its bits fill the gaps. Now bit t of A and bit t of B are adjacent. ' +
      'Sums and the S-box work bit by bit, so it does not matter where the bits are.',
    PAPER,
  );

  move('rotate_shuffled', ROTATION);
  add(
    'Rotated',
    `One rotation of the register by ${2 * ROTATION} bits rotates both words by ${ROTATION}: a bit can’t cross into ` +
      'the other word, since it moves by an even number. Side by side, the words would require two shifts, two ' +
      'masks and an or.',
    PAPER,
  );

  registers = ['A rotated', 'B rotated'].map((title, r) => {
    const parted = Array(64);
    registers[0].bits.forEach((bit, at) => {
      if (!bit) return;
      const to = onWords('part', [1n << BigInt(at), 0n])[r];
      if (to !== 0n) parted[placeOf(to)] = { ...bit, from: key(0, at) };
    });
    return { title, bits: parted };
  });
  add(
    'Parted',
    'To see the result, we go back: a mask takes the bits of each word out of the register. The library does this ' +
      'only once, at the end of a message; the chains stay shuffled from the first block to the last.',
    PAPER,
  );
  [...DISTANCES.keys()].reverse().forEach((step) => {
    move('gather', step);
    add(
      `Together by ${DISTANCES[step]}`,
      step > 0
        ? `In every block, the upper half moves down by ${DISTANCES[step]} bit${DISTANCES[step] > 1 ? 's' : ''}.`
        : `Both words are whole again, each rotated by ${ROTATION} bits: a29 is now the highest bit of A.`,
      PAPER,
    );
  });

  return {
    title: 'The perfect shuffle',
    intro: 'Two words of Luffa share a register with alternating bits, so that one rotation rotates both.',
    columns: Array.from({ length: 16 }, (_, i) => String(15 - i)),
    columnsTitle: 'place in the row',
    follow: [...Array(32).keys()].reverse().flatMap((t) => [`a${t}`, `b${t}`]),
    steps,
  };
}

/** Rows of 16 places, the highest first. */
function rowsOf(registers) {
  return registers.flatMap(({ title, bits }, r) =>
    [3, 2, 1, 0].map((quarter) => ({
      title: `${title} ${16 * quarter + 15}–${16 * quarter}`,
      first: quarter === 3,
      cells: Array.from({ length: 16 }, (_, i) => {
        const at = 16 * quarter + 15 - i;
        const bit = bits[at];
        return bit
          ? { key: key(r, at), id: bit.name, text: bit.value, tag: bit.name, kind: bit.kind, from: bit.from }
          : { key: key(r, at), text: '·' };
      }),
    })),
  );
}

function bitsOf(word, letter, kind) {
  return Array.from({ length: 64 }, (_, t) =>
    t < 32 ? { name: `${letter}${t}`, value: String((word >>> t) & 1), kind } : undefined,
  );
}

function key(register, at) {
  return `${register}.${at}`;
}

/** Returns the place of the only set bit. */
function placeOf(bit) {
  return bit.toString(2).length - 1;
}
