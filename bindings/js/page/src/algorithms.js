/**
 * The hash functions on the page, as data. Names, lengths and settings are the same as in `counterpoint sum`. The
 * functions themselves are in the worker (hash/functions.js).
 */

/** The families by which the page groups its choices, each with its functions of fixed and variable output length. */
// pages: begin, by `cargo xtask generate` from functions.toml
export const FAMILIES = [
  {
    title: 'SHA-3',
    about: 'The standard of 2015, FIPS 202.',
    algorithms: [
      fixed('sha3-224', 28),
      fixed('sha3-256', 32),
      fixed('sha3-384', 48),
      fixed('sha3-512', 64),
      extendable('shake128', 32),
      extendable('shake256', 64),
    ],
  },
  {
    title: 'Keccak before SHA-3',
    about: 'Ethereum’s hash is keccak256.',
    algorithms: [
      fixed('keccak224', 28),
      fixed('keccak256', 32),
      fixed('keccak384', 48),
      fixed('keccak512', 64),
    ],
  },
  {
    title: 'Keccak with half the rounds',
    about: 'RFC 9861; kt is KangarooTwelve.',
    algorithms: [
      extendable('turboshake128', 32, ['domain']),
      extendable('turboshake256', 64, ['domain']),
      extendable('kt128', 32, ['customization']),
      extendable('kt256', 64, ['customization']),
    ],
  },
  {
    title: 'Grøstl',
    about: 'A finalist of the SHA-3 competition.',
    algorithms: [
      fixed('groestl224', 28),
      fixed('groestl256', 32),
      fixed('groestl384', 48),
      fixed('groestl512', 64),
    ],
  },
  {
    title: 'Fugue',
    about: 'From the second round of the competition.',
    algorithms: [
      fixed('fugue224', 28),
      fixed('fugue256', 32),
      fixed('fugue384', 48),
      fixed('fugue512', 64),
    ],
  },
  {
    title: 'Luffa',
    about: 'From the second round of the competition.',
    algorithms: [
      fixed('luffa224', 28),
      fixed('luffa256', 32),
      fixed('luffa384', 48),
      fixed('luffa512', 64),
    ],
  },
];
// pages: end

/** Why the page does not compute digests of some functions: they take a secret key, or more than one file. */
const KEYED = 'its digests require a secret key; check them with `counterpoint check --key-file KEY`';
const OF_FILES = 'it hashes a sequence of files; check it with `counterpoint check`';

// others: begin, by `cargo xtask generate` from functions.toml
/** Functions that only a line in a list can select, because the line gives their settings. */
const BY_LISTS_ONLY = [
  extendable('cshake128', 32, ['functionName', 'customization']),
  extendable('cshake256', 64, ['functionName', 'customization']),
  { ...extendable('parallelhash128', 32, ['blockBytes', 'customization']), needs: ['blockBytes'] },
  { ...extendable('parallelhash256', 64, ['blockBytes', 'customization']), needs: ['blockBytes'] },
  { ...extendable('parallelhashxof128', 32, ['blockBytes', 'customization']), needs: ['blockBytes'] },
  { ...extendable('parallelhashxof256', 64, ['blockBytes', 'customization']), needs: ['blockBytes'] },
];

/** Functions of the command that the page can't compute. */
const NOT_HERE = [
  { ...extendable('kmac128', 32, ['customization']), notHere: KEYED },
  { ...extendable('kmac256', 64, ['customization']), notHere: KEYED },
  { ...extendable('kmacxof128', 32, ['customization']), notHere: KEYED },
  { ...extendable('kmacxof256', 64, ['customization']), notHere: KEYED },
  { ...extendable('tuplehash128', 32, ['customization']), notHere: OF_FILES },
  { ...extendable('tuplehash256', 64, ['customization']), notHere: OF_FILES },
  { ...extendable('tuplehashxof128', 32, ['customization']), notHere: OF_FILES },
  { ...extendable('tuplehashxof256', 64, ['customization']), notHere: OF_FILES },
];
// others: end

/** The function for lines without a tag if no other is chosen, as in the command. */
export const DEFAULT_ALGORITHM = 'sha3-256';

/** Other names of functions. */
const ALIASES = {
  // aliases: begin, by `cargo xtask generate` from functions.toml
  kangarootwelve: 'kt128',
  k12: 'kt128',
  grøstl224: 'groestl224',
  grøstl256: 'groestl256',
  grøstl384: 'groestl384',
  grøstl512: 'groestl512',
  // aliases: end
};

const BY_LETTERS = new Map(
  [...FAMILIES.flatMap((family) => family.algorithms), ...BY_LISTS_ONLY, ...NOT_HERE].map((algorithm) => [
    letters(algorithm.name),
    algorithm,
  ]),
);

/** Returns the function of this name, or `undefined`. Case, `-`, `_` and `/` are ignored. */
export function byName(name) {
  const key = letters(name);
  return BY_LETTERS.get(ALIASES[key] ?? key);
}

/** Returns whether a function can have a digest of this many bytes. */
export function canHaveBytes(algorithm, bytes) {
  return algorithm.extendable ? bytes >= 1 && bytes <= LONGEST_OUTPUT : bytes === algorithm.digestBytes;
}

/** The longest output in bytes, as in the command. */
export const LONGEST_OUTPUT = 1 << 20;

function letters(name) {
  return name.toLowerCase().replace(/[-_/]/g, '');
}

function fixed(name, digestBytes) {
  return { name, digestBytes, extendable: false, takes: [] };
}

function extendable(name, digestBytes, takes = []) {
  return { name, digestBytes, extendable: true, takes };
}
