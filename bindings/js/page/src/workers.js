/**
 * Workers from source text. Browsers load no worker from a page that was opened as a file, but they start one from a
 * Blob, everywhere where the policy says `worker-src blob:`.
 */

/** What is said if a worker does not start. */
export const NO_WORKER =
  'The browser did not start a worker. If the server’s Content-Security-Policy forbids it, add ' +
  'worker-src blob: there.';

/** Returns a function that starts workers with this source. */
export function workerMaker(source) {
  let url;
  return () => {
    url ??= URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    return new Worker(url);
  };
}
