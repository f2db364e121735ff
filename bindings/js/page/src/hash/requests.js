/**
 * A request is a function with its settings and a length of output: what a digest of a file is computed by. Its key
 * tells it from others, and its tag names it in lists.
 */

import { byName } from '../algorithms.js';
import { tagOf } from './checksum_lines.js';

/** Returns the request for a function. Without `bytes`, the digest has the function's usual length. */
export function request(algorithm, settings = {}, bytes = algorithm.digestBytes) {
  const tag = tagOf(algorithm, settings);
  return { key: `${tag}:${bytes}`, tag, name: algorithm.name, settings, bytes };
}

/** Returns how the page shows a request: its tag, and the length of its output if that is not the usual one. */
export function label({ name, tag, bytes }) {
  return bytes === byName(name).digestBytes ? tag : `${tag}, ${bytes} bytes`;
}
