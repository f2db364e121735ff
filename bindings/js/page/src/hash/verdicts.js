/**
 * Compares the digests of files with the expected ones: with the lines of lists, and with digests that belong to no
 * particular file. Pure functions of data: nothing here hashes or touches the page.
 */

import { DEFAULT_ALGORITHM, byName, canHaveBytes } from '../algorithms.js';
import { request } from './requests.js';

/** The verdicts, from best to worst. */
export const OK = 'ok';
export const PENDING = 'pending';
export const MISSING = 'missing';
export const UNCHECKED = 'unchecked';
export const WRONG = 'wrong';

/**
 * Interprets each line. Returns the lines, each with the requests it may stand for, the path of the file it names (if
 * that is among `paths`), and, if it can't be checked, the reason.
 *
 * A line without a tag is for the chosen functions that have digests of its length, or for SHA3-256. A name in a list
 * is relative to the list's folder; a file without a folder also matches by the last component of a name, if it is
 * unique.
 */
export function expectations(lists, chosen, paths) {
  const finder = new Finder(paths);
  return lists.flatMap(({ folder, lines }) =>
    lines.map((line) => {
      if (line.malformed) return line;
      const { requests, reason } = requestsOf(line, chosen);
      const path = line.name === undefined ? undefined : finder.find(folder, line.name);
      return { ...line, requests, reason, path };
    }),
  );
}

/** Returns the requests a line may stand for, or the reason why there are none. */
function requestsOf({ algorithm, settings, digest }, chosen) {
  const bytes = digest.length / 2;
  if (algorithm) {
    const lacking = algorithm.needs?.find((setting) => !(setting in settings));
    const reason =
      algorithm.notHere ??
      (lacking && 'its line does not give the block size; check it with `counterpoint check --block-size BYTES`');
    return reason ? { requests: [], reason } : { requests: [request(algorithm, settings, bytes)] };
  }
  const fitting = chosen.filter(({ name }) => canHaveBytes(byName(name), bytes));
  if (fitting.length > 0) {
    return { requests: fitting.map(({ name, settings }) => request(byName(name), settings, bytes)) };
  }
  const usual = byName(DEFAULT_ALGORITHM);
  if (canHaveBytes(usual, bytes)) return { requests: [request(usual)] };
  return { requests: [], reason: `no chosen function has digests of ${bytes} bytes; choose this list’s function` };
}

/** Returns the requests that a file's expected digests require. */
export function requestsFor(path, expected) {
  return expected.flatMap((line) => {
    const concerns = !line.malformed && (line.name === undefined || line.path === path);
    return concerns ? line.requests : [];
  });
}

/**
 * Returns the verdict on a line. `digestOf(path, key)` returns a digest, `undefined` until it is computed, or `null` if
 * it can't be.
 */
export function verdictOfLine(line, digestOf) {
  if (line.malformed || line.reason) return UNCHECKED;
  if (line.path === undefined) return MISSING;
  return verdictOf(
    line.requests.map(({ key }) => digestOf(line.path, key)),
    [line.digest],
  );
}

/**
 * Returns the verdict on a file, or `undefined` if nothing is expected of it: the worst verdict on the lines that name
 * it or, without such a line, whether one of its digests is among those that belong to no particular file.
 */
export function verdictOfFile(path, expected, digestOf) {
  const named = expected.filter((line) => line.path === path && !line.malformed);
  if (named.length > 0) {
    const order = [OK, PENDING, MISSING, UNCHECKED, WRONG];
    const verdicts = named.map((line) => verdictOfLine(line, digestOf));
    return verdicts.reduce((a, b) => (order.indexOf(a) >= order.indexOf(b) ? a : b));
  }
  const bare = expected.filter((line) => !line.malformed && line.name === undefined && line.requests.length > 0);
  if (bare.length === 0) return undefined;
  const keys = new Set(bare.flatMap((line) => line.requests.map(({ key }) => key)));
  return verdictOf(
    [...keys].map((key) => digestOf(path, key)),
    bare.map((line) => line.digest),
  );
}

/** Whether one of these digests is accepted. */
function verdictOf(digests, accepted) {
  if (digests.some((digest) => digest && accepted.includes(digest))) return OK;
  if (digests.some((digest) => digest === undefined)) return PENDING;
  return digests.every((digest) => digest === null) ? UNCHECKED : WRONG;
}

/** Finds files by the names in lists. */
class Finder {
  constructor(paths) {
    this.paths = new Set(paths);
    // The last components of paths in folders; a path without a folder is its own.
    this.inFolders = new Set([...this.paths].filter((path) => path.includes('/')).map(lastPart));
  }

  find(folder, name) {
    const plain = name.replace(/^(\.\/)+/, '');
    const last = lastPart(plain);
    if (this.paths.has(folder + plain)) return folder + plain;
    if (this.paths.has(plain)) return plain;
    return this.paths.has(last) && !this.inFolders.has(last) ? last : undefined;
  }
}

function lastPart(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}
