/** Workers that take jobs one after another. There are as many workers as the machine runs in parallel. */

import { NO_WORKER } from '../workers.js';

export class Pool {
  /**
   * `makeWorker` creates a worker. A job is `{ file, request, onProgress(bytes), onDone({ digest | cancelled | error })
   * }`.
   */
  constructor(makeWorker, size = navigator.hardwareConcurrency || 1) {
    this.makeWorker = makeWorker;
    this.size = size;
    this.waiting = [];
    this.idle = [];
    this.running = new Map();
    this.nextId = 0;
  }

  /** Appends a job; returns its number. */
  add(job) {
    const id = this.nextId++;
    this.waiting.push({ id, ...job });
    this.assign();
    return id;
  }

  /** Cancels a job. A running job ends after its current piece. */
  cancel(id) {
    const at = this.waiting.findIndex((job) => job.id === id);
    if (at >= 0) {
      const [job] = this.waiting.splice(at, 1);
      job.onDone({ cancelled: true });
    } else {
      this.running.get(id)?.worker.postMessage({ cancel: id });
    }
  }

  assign() {
    while (this.waiting.length > 0 && (this.idle.length > 0 || this.running.size < this.size)) {
      const worker = this.idle.pop() ?? this.start();
      const job = this.waiting.shift();
      worker.job = job.id;
      this.running.set(job.id, { worker, job });
      worker.postMessage({ id: job.id, file: job.file, request: job.request });
    }
  }

  start() {
    const worker = this.makeWorker();
    worker.onmessage = ({ data: { id, done, ...result } }) => {
      const { job } = this.running.get(id);
      if (done === undefined) {
        this.idle.push(worker);
        this.finish(job, result);
      } else {
        job.onProgress(done);
      }
    };
    // A worker fails if memory runs out or a policy forbids it. It is not used again.
    worker.onerror = (event) => {
      event.preventDefault?.();
      worker.terminate();
      this.idle = this.idle.filter((each) => each !== worker);
      const running = this.running.get(worker.job);
      if (running) this.finish(running.job, { error: event.message || NO_WORKER });
    };
    return worker;
  }

  finish(job, result) {
    this.running.delete(job.id);
    job.onDone(result);
    this.assign();
  }
}
