/** Super-Mix of Fugue by 10 shuffles, byte by byte. */

import { smix, smixSums } from './module.js';

const PAPER = '[Fugue-SIMD], “Super-MIX”';
const FACTORS = [1, 2, 4, 7];

/** The sums as rows of the table, each with the numbers of the shuffles that contribute to it. */
const SUMS = [
  { title: 'ones', shuffles: [0, 1, 2] },
  { title: 'more ones', shuffles: [3] },
  { title: 'fours', shuffles: [4] },
  { title: 'sevens', shuffles: [5, 6] },
  { title: 'sixes', shuffles: [7, 8, 9] },
];

/** What each shuffle does: the row that it takes bytes from, a title, and why. */
const SHUFFLES = [
  [
    '1 · S(x)',
    '1 · S(x), brought',
    'Of the 256 entries of the matrix 40 are 1; byte 0 has five of them. Some bytes are needed together at several ' +
      'places, so the first shuffle brings bytes to where they meet others. The places of the sums are those of the ' +
      'columns S0, S1, S2, S3.',
  ],
  ['ones', 'taken further', 'What one shuffle has brought together is shuffled again, and added to itself.'],
  [
    'ones',
    'and once more',
    'A byte that was brought only to be taken further is added to its place twice, and is gone. These ' +
      'three shuffles do what would take four one by one.',
  ],
  ['1 · S(x)', 'the other ones', 'One more shuffle of 1 · S(x) brings the ones that are still lacking.'],
  ['4 · S(x)', '4 · S(x)', 'One entry 4 for each place.'],
  ['7 · S(x)', '7 · S(x)', 'One entry 7 for each place.'],
  [
    'sevens',
    'sevens again',
    'Columns 2 and 3 need more sevens, and these are in the sum already: it is shuffled, and added to ' + 'itself.',
  ],
  ['4 · S(x)', '4 · S(x) again', 'What is left are entries 4, 5 and 6. The fours come first.'],
  [
    '2 · S(x)',
    '2 · S(x)',
    'Twos make the others out of what is there: 6 = 4 + 2, 5 = 7 + 2, and where a byte has been added ' +
      'times 4 and times 7, 2 + 4 + 7 = 1.',
  ],
  [
    'sixes',
    'sixes again',
    'Column 2 gets what column 1 has, and column 3 what column 0 has. What was brought only for that is ' +
      'added to itself, and is gone: the last of the ten shuffles.',
  ],
];

/** The numbers of the sums that are complete. */
const COMPLETE = SUMS.map(({ shuffles }) => shuffles.at(-1));

/** Returns the scene for the columns S3, S0, S1, S2: 16 bytes. */
export function smixScene(columns) {
  const { multiples, sums, mixed, deferred } = smix(columns);
  const factors = factorsOfSums();
  const matrix = COMPLETE.map((sum) => factors[sum]).reduce(addFactors);
  const rows = new Map();
  const steps = [];
  const add = (title, text, cite) =>
    steps.push({
      title,
      text,
      cite,
      rows: [...rows].map(([rowTitle, { bytes, from = [], kind, first, changed = [], factors }]) => ({
        title: rowTitle,
        first,
        cells: Array.from({ length: 16 }, (_, n) => ({
          key: `${rowTitle}.${n}`,
          id: rowTitle === 'x' || FACTORS.some((factor) => rowTitle === `${factor} · S(x)`) ? String(n) : undefined,
          text: bytes ? hex(bytes[n]) : '',
          kind: bytes ? kind : undefined,
          from: from[n],
          changed: changed[n],
          factors: factors?.[n],
        })),
      })),
    });
  const still = () =>
    rows.forEach((row) => {
      row.from = [];
      row.changed = [];
    });

  rows.set('x', { bytes: columns, kind: 'plain' });
  add(
    'Four columns',
    'smix works on 16 bytes: the columns S3, S0, S1, S2 of the state, which are in one vector. It ' +
      'replaces each byte by its AES S-box, and multiplies all 16 by the matrix Super-Mix.',
    '[Fugue] 3',
  );
  FACTORS.forEach((factor, i) =>
    rows.set(`${factor} · S(x)`, {
      bytes: multiples[i],
      kind: `factor${factor}`,
      first: i === 0,
      from: Array.from({ length: 16 }, (_, n) => `x.${n}`),
    }),
  );
  add(
    'Multiples',
    'The entries of the matrix are 0, 1, 4, 5, 6 and 7. Look-ups in registers return any multiple of S(x) as easily ' +
      'as S(x) itself: 1, 4 and 7 are looked up at the same time. 2 is their sum; with it, 5 = 7 + 2 and 6 = 4 + 2. ' +
      'The constant 63 of the S-box is left out, and added at the end.',
    '[Fugue-SIMD], “AES VPerm Implementation”, [vperm]',
  );

  SUMS.forEach(({ title }, i) => rows.set(title, { kind: 'sum', first: i === 0 }));
  SHUFFLES.forEach(([source, title, text], shuffle) => {
    still();
    const { title: sum, shuffles } = SUMS.find((each) => each.shuffles.includes(shuffle));
    const previous = shuffle === shuffles[0] ? undefined : shuffle - 1;
    const sources = sourcesOf(shuffle, previous, source);
    Object.assign(rows.get(sum), {
      bytes: sums[shuffle],
      factors: factors[shuffle],
      from: sources.map((n) => (n === undefined ? undefined : `${source}.${n}`)),
      changed: sources.map((n) => n !== undefined),
    });
    add(`Shuffle ${shuffle + 1}: ${title}`, text, PAPER);
  });

  still();
  rows.set('sum', {
    bytes: mixed,
    kind: 'plain',
    first: true,
    factors: matrix,
    from: Array.from({ length: 16 }, (_, n) => `ones.${n}`),
    changed: Array(16).fill(true),
  });
  add(
    'The sum',
    'The five rows are added: ten shuffles and nine sums, where the plain way has 13 and 12. Nothing was read ' +
      'from an address that depends on the data.',
    PAPER,
  );
  still();
  rows.set('smix', {
    bytes: mixed.map((byte, n) => byte ^ deferred[n]),
    kind: 'plain',
    factors: matrix,
    from: Array.from({ length: 16 }, (_, n) => `sum.${n}`),
    changed: Array(16).fill(true),
  });
  add(
    'The constant',
    'Super-Mix makes of 63 in every byte the constant c6 in columns 0 and 1, 97 in column 2 and 32 in column 3. ' +
      'The library adds it where columns are added anyway. The result is in the order S0, S1, S2, S3.',
    PAPER,
  );

  return {
    title: 'Super-Mix',
    intro: 'A matrix of 16 by 16 bytes in Fugue becomes ten byte shuffles of multiples of the S-box.',
    columns: Array.from({ length: 16 }, (_, i) => String(i)),
    columnsTitle: 'byte of the vector',
    follow: Array.from({ length: 16 }, (_, i) => String(i)),
    followText: (name) => `byte ${name}`,
    steps,
  };
}

/**
 * Returns, for each place, the byte of the source row that a shuffle brings there. The module shuffles bytes that can
 * be told apart; what a place gets is the difference to the sum before.
 */
function sourcesOf(shuffle, previous, source) {
  const labels = FACTORS.map((_, row) => Array.from({ length: 16 }, (__, n) => LABELS[16 * row + n]));
  const sums = smixSums(labels);
  const factor = FACTORS.findIndex((each) => source === `${each} · S(x)`);
  const given = factor < 0 ? sums[previous] : labels[factor];
  return Array.from(sums[shuffle], (label, n) => {
    const brought = label ^ (previous === undefined ? 0 : sums[previous][n]);
    return brought === 0 ? undefined : given.indexOf(brought);
  });
}

/**
 * Returns by which factor each byte of S(x) is in each sum: `[sum][place][byte]`. To find out, the module shuffles the
 * factors themselves, of one byte at a time.
 */
function factorsOfSums() {
  const factors = Array.from({ length: 10 }, () => Array.from({ length: 16 }, () => Array(16).fill(0)));
  for (let byte = 0; byte < 16; byte += 1) {
    const alone = FACTORS.map((factor) => Array.from({ length: 16 }, (_, n) => (n === byte ? factor : 0)));
    smixSums(alone).forEach((sum, s) =>
      sum.forEach((factor, place) => {
        factors[s][place][byte] = factor;
      }),
    );
  }
  return factors;
}

/** Adds factors, which are polynomials over bits. */
function addFactors(a, b) {
  return a.map((bytes, place) => bytes.map((factor, byte) => factor ^ b[place][byte]));
}

/** 64 bytes of which also the sums that occur are different: the powers of {03} in GF(2^8). */
const LABELS = (() => {
  const powers = [];
  for (let power = 1; powers.length < 64;) {
    powers.push(power);
    const double = (power << 1) ^ (power & 0x80 ? 0x11b : 0);
    power ^= double;
  }
  return powers;
})();

function hex(byte) {
  return byte.toString(16).padStart(2, '0');
}
