// The workers of hashFile, at most one for each core. Further tasks wait in a queue.

/** How long a worker without a task waits for the next one, in milliseconds. */
const REST = 1000

export class Pool {
  #most
  #start
  #queue = new Set()
  #idle = []
  #count = 0
  /** The jobs of each signal, which share one listener: Node warns about more than ten. */
  #signals = new Map()

  /**
   * @param start Starts a worker, given callbacks for its messages and its failure. Returns an object with `post`,
   * which sends a task; `rest` and `work`, so that a worker without a task does not keep the process alive; and `end`.
   */
  constructor(most, start) {
    this.#most = most
    this.#start = start
  }

  /** Returns a promise for the digest, computed in a worker. */
  run(task, { onProgress, signal }) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw reasonOf(signal)
      const job = { task, onProgress, signal, resolve, reject, worker: null }
      if (signal !== undefined) this.#watch(job)
      this.#queue.add(job)
      this.#next()
    })
  }

  #next() {
    for (const job of this.#queue) {
      if (this.#idle.length === 0 && this.#count >= this.#most) return
      this.#queue.delete(job)
      this.#begin(job)
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

  /** Settles a job. Its worker, if any, takes the next job; unless it is `free`, it is ended instead. */
  #end(job, settle, value, free) {
    const { worker } = job
    if (job.signal !== undefined) this.#unwatch(job)
    if (worker === null) this.#queue.delete(job)
    else if (free) this.#free(worker)
    else this.#dismiss(worker)
    settle(value)
    this.#next()
  }

  #watch(job) {
    const { signal } = job
    const watched = this.#signals.get(signal)
    if (watched !== undefined) {
      watched.jobs.add(job)
      return
    }
    const jobs = new Set([job])
    const abort = () => {
      const end = (job) => this.#end(job, job.reject, reasonOf(signal), false)
      // Queued jobs first: otherwise a worker that becomes free would begin one.
      for (const job of jobs) if (job.worker === null) end(job)
      for (const job of jobs) end(job)
    }
    this.#signals.set(signal, { jobs, abort })
    signal.addEventListener('abort', abort)
  }

  #unwatch(job) {
    const { signal } = job
    const { jobs, abort } = this.#signals.get(signal)
    jobs.delete(job)
    if (jobs.size > 0) return
    this.#signals.delete(signal)
    signal.removeEventListener('abort', abort)
  }

  #free(worker) {
    worker.job = null
    worker.rest()
    worker.timer = setTimeout(() => this.#dismiss(worker), REST)
    worker.timer.unref?.()
    this.#idle.push(worker)
  }

  #dismiss(worker) {
    // A worker may still report a failure after it was ended.
    if (worker.ended) return
    worker.ended = true
    clearTimeout(worker.timer)
    worker.job = null
    worker.end()
    this.#count -= 1
    this.#idle = this.#idle.filter((other) => other !== worker)
  }
}

/** Why a signal was aborted. Chrome before 98 does not report it. */
export function reasonOf(signal) {
  return signal.reason ?? new DOMException('This operation was aborted', 'AbortError')
}
