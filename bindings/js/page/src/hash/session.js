/**
 * The files, their digests, and the expected digests. After any change, `sync` determines which digests are missing and
 * which jobs are no longer wanted.
 */

import { WRONG, expectations, requestsFor, verdictOfFile, verdictOfLine } from './verdicts.js';

export class Session {
  /** Calls `onChange(file)` when something about a file has changed, and `onChange()` when anything may have. */
  constructor(pool, onChange) {
    this.pool = pool;
    this.onChange = onChange;
    /** Path -> { path, file, error, digests: Map of key -> digest }; see `start` for what a digest is. */
    this.files = new Map();
    this.chosen = [];
    this.lists = [];
    this.expected = [];
    /** The expected lines by the path of the file they name, and those without a name. */
    this.byPath = new Map();
    this.nameless = [];
    this.digestOf = (path, key) => {
      const digest = this.files.get(path)?.digests.get(key);
      if (digest?.state === 'done') return digest.hex;
      return digest?.state === 'failed' ? null : undefined;
    };
  }

  /** Adds files. A file replaces another with the same path. */
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

  /** Sets the requests to compute for every file. */
  choose(requests) {
    this.chosen = requests;
    this.sync();
  }

  /** Sets the lists to compare files with: `{ folder, lines }`. */
  compare(lists) {
    this.lists = lists;
    this.sync();
  }

  /** Cancels all running and waiting jobs. */
  cancel() {
    for (const { job } of this.digests()) if (job !== undefined) this.pool.cancel(job);
  }

  /** Restarts what was cancelled. */
  resume() {
    for (const { digests } of this.files.values()) {
      for (const [key, digest] of digests) if (digest.state === 'cancelled') digests.delete(key);
    }
    this.sync();
  }

  /**
   * Returns how many digests are in each state, and what fraction of the work is done: 0 as long as there are no
   * digests.
   */
  progress() {
    const count = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
    let [bytes, done] = [0, 0];
    for (const digest of this.digests()) {
      count[digest.state] += 1;
      // Even an empty file counts as some work.
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

  /** Returns the lines that name a file and expect a digest other than its own. */
  wrongLinesFor(path) {
    return (this.byPath.get(path) ?? []).filter((line) => this.verdictOfLine(line) === WRONG);
  }

  /** Returns the lines that apply to a file. */
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
      // Keep the order of `wanted`.
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
