// The workers of hashFile: at most as many as the machine has cores. Further tasks wait in a queue.

/** How long a worker without a task waits for the next one, in milliseconds. */
const REST = 1000

export class Pool {
  #most
  #start
  #queue = []
  #idle = []
  #count = 0

  /**
   * @param start Starts a worker, given functions for its messages and its failure. It returns an object of `post`,
   * which sends a task, `rest`, `work`, by which a worker without a task keeps no process alive, and `end`.
   */
  constructor(most, start) {
    this.#most = most
    this.#start = start
  }

  /** Returns a promise of the digest that a worker computes. */
  run(task, { onProgress, signal }) {
    return new Promise((resolve, reject) => {
      const job = { task, onProgress, signal, resolve, reject, worker: null }
      job.abort = () => this.#end(job, reject, reasonOf(signal), false)
      signal?.addEventListener('abort', job.abort)
      this.#queue.push(job)
      this.#next()
    })
  }

  #next() {
    while (this.#queue.length > 0 && (this.#idle.length > 0 || this.#count < this.#most)) {
      this.#begin(this.#queue.shift())
    }
  }

  #begin(job) {
    try {
      job.worker = this.#idle.pop() ?? this.#new()
      job.worker.job = job
      clearTimeout(job.worker.timer)
      job.worker.work()
      job.worker.post(job.task)
    } catch (error) {
      this.#end(job, job.reject, error, false)
    }
  }

  #new() {
    const worker = this.#start(
      (report) => worker.job !== null && this.#hear(worker.job, report),
      (error) => (worker.job === null ? this.#dismiss(worker) : this.#end(worker.job, worker.job.reject, error, false)),
    )
    this.#count += 1
    return worker
  }

  #hear(job, report) {
    if (report.digest !== undefined) this.#end(job, job.resolve, report.digest, true)
    else if (report.error !== undefined) this.#end(job, job.reject, report.error, true)
    else this.#progress(job, report)
  }

  #progress(job, { done, total }) {
    try {
      job.onProgress?.(done, total)
    } catch (error) {
      this.#end(job, job.reject, error, false)
    }
  }

  /** Settles a job. Its worker, if it has one, takes the next one, or ends if it is still at this one. */
  #end(job, settle, value, free) {
    const { worker, signal } = job
    signal?.removeEventListener('abort', job.abort)
    if (worker === null) this.#queue = this.#queue.filter((other) => other !== job)
    else if (free) this.#free(worker)
    else this.#dismiss(worker)
    settle(value)
    this.#next()
  }

  #free(worker) {
    worker.job = null
    worker.rest()
    worker.timer = setTimeout(() => this.#dismiss(worker), REST)
    worker.timer.unref?.()
    this.#idle.push(worker)
  }

  #dismiss(worker) {
    clearTimeout(worker.timer)
    worker.job = null
    worker.end()
    this.#count -= 1
    this.#idle = this.#idle.filter((other) => other !== worker)
  }
}

/** Why a signal was aborted. Browsers before Chrome 98 do not say. */
export function reasonOf(signal) {
  return signal.reason ?? new DOMException('This operation was aborted', 'AbortError')
}
