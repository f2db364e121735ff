/** Whether this browser can run the page, and if not, what to change. */

import { byId, make } from './elements.js';

/** The smallest module. */
const EMPTY = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** A module with one instruction of 128-bit SIMD: a function that returns i8x16.popcnt of zeros. */
const SIMD = [...EMPTY, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 10, 1, 8, 0, 0x41, 0, 0xfd, 15, 0xfd, 98, 11];

/** Shows a message instead of the page if a feature is missing. Returns whether the page can run. */
export function checkSupport() {
  const problem = findProblem();
  if (!problem) return true;
  byId('unsupported').replaceChildren(...problem);
  byId('unsupported').hidden = false;
  document.querySelector('main').hidden = true;
  return false;
}

function findProblem() {
  if (typeof WebAssembly !== 'object') {
    return [make('p', {}, 'This browser does not support WebAssembly. Please use a newer one.')];
  }
  try {
    new WebAssembly.Module(new Uint8Array(EMPTY));
  } catch {
    return [
      make(
        'p',
        {},
        make('strong', {}, 'WebAssembly is forbidden here. '),
        'The server that sent this page forbids it in its Content-Security-Policy. In that policy, add ',
        make('code', {}, "'wasm-unsafe-eval'"),
        ' to ',
        make('code', {}, 'script-src'),
        ' and ',
        make('code', {}, 'blob:'),
        ' to ',
        make('code', {}, 'worker-src'),
        ', as here:',
      ),
      make(
        'pre',
        {},
        "Content-Security-Policy: script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'",
      ),
      make('p', {}, 'Or save the folder and open index.html from there.'),
    ];
  }
  if (!WebAssembly.validate(new Uint8Array(SIMD))) {
    return [
      make('p', {}, 'This browser supports WebAssembly without SIMD. Use Chrome 91, Firefox 89, Safari 16.4 or later.'),
    ];
  }
  return undefined;
}
