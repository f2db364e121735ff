/**
 * The files, what is computed of them, and what is expected. Whatever changes, `sync` finds out which digests are
 * lacking and which jobs nobody needs any more.
 */

import { WRONG, expectations, requestsFor, verdictOfFile, verdictOfLine } from './verdicts.js';

export class Session {
  /** `onChange(file)` is called when something about a file has changed, and without a file when anything may have. */
  constructor(pool, onChange) {
    this.pool = pool;
    this.onChange = onChange;
    /** Path -> { path, file, error, digests: Map of key -> digest }; see `start` for what a digest is. */
    this.files = new Map();
    this.chosen = [];
    this.lists = [];
    this.expected = [];
    /** The expected lines by the path of the file that they name, and those that name none. */
    this.byPath = new Map();
    this.nameless = [];
    this.digestOf = (path, key) => {
      const digest = this.files.get(path)?.digests.get(key);
      if (digest?.state === 'done') return digest.hex;
      return digest?.state === 'failed' ? null : undefined;
    };
  }

  /** Adds files; one with the path of another replaces it. */
  add(files) {
    for (const { path, file, error } of files) {
      this.forget(path);
      this.files.set(path, { path, file, error, digests: new Map() });
    }
    this.sync();
  }

  remove(path) {
    this.forget(path);
    this.sync();
  }

  clear() {
    for (const path of [...this.files.keys()]) this.forget(path);
    this.sync();
  }

  /** Sets the requests that are computed of every file. */
  choose(requests) {
    this.chosen = requests;
    this.sync();
  }

  /** Sets the lists with which files are compared: `{ folder, lines }`. */
  compare(lists) {
    this.lists = lists;
    this.sync();
  }

  /** Stops all that is computed or waits. */
  cancel() {
    for (const { job } of this.digests()) if (job !== undefined) this.pool.cancel(job);
  }

  /** Computes what was cancelled. */
  resume() {
    for (const { digests } of this.files.values()) {
      for (const [key, digest] of digests) if (digest.state === 'cancelled') digests.delete(key);
    }
    this.sync();
  }

  /**
   * Returns how many digests there are in each state, and how much of all is computed, as a part of 1. Before there is
   * a digest, nothing is computed.
   */
  progress() {
    const count = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
    let [bytes, done] = [0, 0];
    for (const digest of this.digests()) {
      count[digest.state] += 1;
      // A file costs something even if it is empty.
      bytes += digest.size + 1;
      done += digest.state === 'done' || digest.state === 'failed' ? digest.size + 1 : digest.bytes;
    }
    return { ...count, active: count.waiting + count.running, part: bytes === 0 ? 0 : done / bytes };
  }

  verdictOfFile(path) {
    return verdictOfFile(path, this.linesFor(path), this.digestOf);
  }

  verdictOfLine(line) {
    return verdictOfLine(line, this.digestOf);
  }

  /** Returns the lines that name a file and expect other digests than it has. */
  wrongLinesFor(path) {
    return (this.byPath.get(path) ?? []).filter((line) => this.verdictOfLine(line) === WRONG);
  }

  /** Returns the lines that expect something of a file. */
  linesFor(path) {
    return [...(this.byPath.get(path) ?? []), ...this.nameless];
  }

  /** All digests of all files. */
  *digests() {
    for (const { digests } of this.files.values()) yield* digests.values();
  }

  forget(path) {
    for (const { job } of this.files.get(path)?.digests.values() ?? []) if (job !== undefined) this.pool.cancel(job);
    this.files.delete(path);
  }

  sync() {
    this.expected = expectations(this.lists, this.chosen, this.files.keys());
    this.byPath = Map.groupBy(
      this.expected.filter((line) => line.path !== undefined),
      (line) => line.path,
    );
    this.nameless = this.expected.filter((line) => !line.malformed && line.name === undefined);
    for (const file of this.files.values()) {
      const wanted = new Map();
      if (!file.error) {
        for (const request of [...this.chosen, ...requestsFor(file.path, this.linesFor(file.path))]) {
          wanted.set(request.key, request);
        }
      }
      for (const [key, digest] of file.digests) {
        if (!wanted.has(key)) {
          if (digest.job !== undefined) this.pool.cancel(digest.job);
          file.digests.delete(key);
        }
      }
      for (const [key, request] of wanted) if (!file.digests.has(key)) this.start(file, request);
      // In the order in which they are wanted.
      file.digests = new Map([...wanted.keys()].map((key) => [key, file.digests.get(key)]));
    }
    this.onChange();
  }

  /** Starts a job for a digest, whose state is `waiting`, `running`, `done`, `failed` or `cancelled`. */
  start(file, request) {
    const digest = { request, state: 'waiting', bytes: 0, size: file.file.size };
    file.digests.set(request.key, digest);
    digest.job = this.pool.add({
      file: file.file,
      request,
      onProgress: (bytes) => {
        Object.assign(digest, { state: 'running', bytes });
        this.onChange(file);
      },
      onDone: ({ digest: hex, error }) => {
        const state = hex ? 'done' : error ? 'failed' : 'cancelled';
        Object.assign(digest, { state, hex, error, job: undefined });
        this.onChange(file);
      },
    });
  }
}
