/** What the benchmark measures, as data. */

/** The sizes: `count` messages of `bytes` bytes in one call. */
export const SIZES = [
  { key: 'short', label: '64 B', bytes: 64, count: 1 },
  { key: 'middle', label: '8 KiB', bytes: 8 << 10, count: 1 },
  { key: 'long', label: '1 MiB', bytes: 1 << 20, count: 1 },
  { key: 'many', label: '1000 × 32 B', bytes: 32, count: 1000 },
];

/** The functions measured by default. */
export const USUAL = ['sha3-256', 'keccak256', 'groestl256', 'groestl512', 'fugue256', 'luffa256', 'luffa512'];

/**
 * The length of a slice in milliseconds: short enough that some are not disturbed, and 50 times the resolution of the
 * clock, which browsers make coarse.
 */
export const SLICE = 5;
/** How many slices each measurement gets, in rounds that alternate between all implementations of a function. */
export const ROUNDS = 25;
/** How long an implementation runs before it is measured, in milliseconds, so that the browser optimises it. */
export const WARM_UP = 60;
/** How long the slices of one measurement may take in total, in milliseconds. Slow implementations get fewer. */
export const BUDGET = 150;
/** The minimum number of slices. */
export const FEWEST = 3;
