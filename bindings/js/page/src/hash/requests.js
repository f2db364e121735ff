/**
 * A request is a function with its settings and output length: everything that determines a file's digest. Its key
 * identifies it, and its tag names it in lists.
 */

import { byName } from '../algorithms.js';
import { tagOf } from './checksum_lines.js';

/** Returns the request for a function. Without `bytes`, the digest has the function's default length. */
export function request(algorithm, settings = {}, bytes = algorithm.digestBytes) {
  const tag = tagOf(algorithm, settings);
  return { key: `${tag}:${bytes}`, tag, name: algorithm.name, settings, bytes };
}

/** Returns the page's label for a request: its tag, and the output length unless it is the default. */
export function label({ name, tag, bytes }) {
  return bytes === byName(name).digestBytes ? tag : `${tag}, ${bytes} bytes`;
}
