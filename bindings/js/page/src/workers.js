/**
 * Workers from source text. On a page opened as a file, browsers don't load worker scripts, but they start a worker
 * from a Blob wherever the policy allows `worker-src blob:`.
 */

/** The message shown if a worker does not start. */
export const NO_WORKER =
  'The browser did not start a worker. If the server’s Content-Security-Policy forbids it, add ' +
  'worker-src blob: to the policy.';

/** Returns a function that starts workers from this source. */
export function workerMaker(source) {
  let url;
  return () => {
    url ??= URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    return new Worker(url);
  };
}
