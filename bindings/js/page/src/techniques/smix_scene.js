/** Fugue's Super-Mix with 10 shuffles, byte by byte. */

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

/** For each shuffle: the row that it takes bytes from, a title, and an explanation. */
const SHUFFLES = [
  [
    '1 · S(x)',
    '1 · S(x), brought',
    'Of the 256 entries of the matrix, 40 are 1; byte 0 has five of them. Some bytes occur together at several ' +
      'places, so the first shuffle brings these together. The places of the sums are those of the columns ' +
      'S0, S1, S2, S3.',
  ],
  ['ones', 'taken further', 'The bytes brought together by one shuffle are shuffled again, and added to the row.'],
  [
    'ones',
    'and once more',
    'A byte that was brought only to be taken further is added to its place a second time, and cancels out. These ' +
      'three shuffles replace four individual ones.',
  ],
  ['1 · S(x)', 'the other ones', 'One more shuffle of 1 · S(x) brings the missing ones.'],
  ['4 · S(x)', '4 · S(x)', 'One entry 4 for each place.'],
  ['7 · S(x)', '7 · S(x)', 'One entry 7 for each place.'],
  [
    'sevens',
    'sevens again',
    'Columns 2 and 3 have more sevens, and these are already in the sum: it is shuffled, and added to itself.',
  ],
  ['4 · S(x)', '4 · S(x) again', 'The remaining entries are 4, 5 and 6. The fours come first.'],
  [
    '2 · S(x)',
    '2 · S(x)',
    'Twos turn what is there into the other entries: 6 = 4 + 2, 5 = 7 + 2, and where a byte has been added ' +
      'times 4 and times 7, 2 + 4 + 7 = 1.',
  ],
  [
    'sixes',
    'sixes again',
    'Column 2 gets the entries of column 1, and column 3 those of column 0. Bytes brought only for this are ' +
      'added a second time, and cancel out. This is the last of the ten shuffles.',
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
      'applies the AES S-box to each byte, and multiplies all 16 by the matrix Super-Mix.',
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
      'as S(x) itself: 1, 4 and 7 are looked up at the same time. 2 is their sum; it gives 5 = 7 + 2 and 6 = 4 + 2. ' +
      'The S-box constant 63 is left out, and added at the end.',
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
    'The five rows are added. In total this took ten shuffles and nine sums; the plain way takes 13 and 12. No ' +
      'memory address depended on the data.',
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
    'Super-Mix turns 63 in every byte into the constant c6 in columns 0 and 1, 97 in column 2 and 32 in column 3. ' +
      'The library adds it where columns are added anyway. The result is in the order S0, S1, S2, S3.',
    PAPER,
  );

  return {
    title: 'Super-Mix',
    intro: 'Fugue’s multiplication by a matrix of 16 by 16 bytes becomes ten byte shuffles of multiples of the S-box.',
    columns: Array.from({ length: 16 }, (_, i) => String(i)),
    columnsTitle: 'byte in the vector',
    follow: Array.from({ length: 16 }, (_, i) => String(i)),
    followText: (name) => `byte ${name}`,
    steps,
  };
}

/**
 * Returns, for each place, the byte of the source row that a shuffle brings there. The module shuffles distinguishable
 * bytes; what a place receives is the difference from the previous sum.
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
 * Returns the factor of each byte of S(x) in each sum: `[sum][place][byte]`. To find it, the module shuffles the
 * factors themselves, for one byte at a time.
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

/** 64 bytes whose sums, where they occur, are also distinct: the powers of {03} in GF(2^8). */
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
