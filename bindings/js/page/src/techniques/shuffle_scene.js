/** The perfect shuffle of two words of Luffa, bit by bit. */

import { onWords } from './module.js';

const DISTANCES = [16, 8, 4, 2, 1];
const ROTATION = 2;
const PAPER = '[Luffa-shuffle] 5.1';

/** Returns the scene for two words of 32 bits. */
export function shuffleScene(a, b) {
  const steps = [];
  // What is in each of 64 places of each register: the name and the value of a bit, or nothing.
  let registers = [
    { title: 'A', bits: bitsOf(a, 'a', 'word-a') },
    { title: 'B', bits: bitsOf(b, 'b', 'word-b') },
  ];
  const add = (title, text, cite) => steps.push({ title, text, cite, rows: rowsOf(registers) });

  /** Moves the bits by what the module does to a single bit at each place. */
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
    'Luffa rotates 32-bit words by 2, 14, 10 and 1 bits in every step, each chain of words on its own. Two ' +
      'words fit into a register of 64 bits, but no plain instruction rotates the two halves of a register.',
    PAPER,
  );
  DISTANCES.forEach((distance, step) => {
    move('spread', step);
    add(
      `Apart by ${distance}`,
      step === 0
        ? 'So the bits of the two words are to stand in turns. First the bits of each word are parted: the upper ' +
            'half goes up by 16 bits. One shift, one or and one mask do it for all bits at once.'
        : `In every block, the upper half goes up by ${distance} bit${distance > 1 ? 's' : ''}, ` +
            `again by one shift, one or and one mask.${
              distance === 1 ? ' Now each bit t is at place 2t, and zeros are between them.' : ''
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
    'B is moved up by one bit and added: its bits fill the gaps. Equal bits of the two words are neighbours now. ' +
      'Sums and the S-box, which work bit by bit, do not care where bits are.',
    PAPER,
  );

  move('rotate_shuffled', ROTATION);
  add(
    'Rotated',
    `One rotation of the register by ${2 * ROTATION} bits rotates both words by ${ROTATION}: a bit can’t get into ` +
      'the other word, since it moves by an even number. Side by side the same takes two shifts, two masks and an or.',
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
    'To see it, the way back: a mask takes the bits of each word out of the register. The library goes this way ' +
      'only once, at the end of a message; the chains stay shuffled from the first block to the last.',
    PAPER,
  );
  [...DISTANCES.keys()].reverse().forEach((step) => {
    move('gather', step);
    add(
      `Together by ${DISTANCES[step]}`,
      step > 0
        ? `In every block, the upper half comes down by ${DISTANCES[step]} bit${DISTANCES[step] > 1 ? 's' : ''}.`
        : `Both words are whole again, and each is rotated by ${ROTATION} bits: a29 is now the highest bit of A.`,
      PAPER,
    );
  });

  return {
    title: 'The perfect shuffle',
    intro: 'Two words of Luffa share a register, bit by bit in turns, so that one rotation rotates both.',
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

/** Returns the place of the only bit that is set. */
function placeOf(bit) {
  return bit.toString(2).length - 1;
}
