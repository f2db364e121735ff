/**
 * The modules with all implementations, the fastest first. This is a script of its own, since the other tabs need none.
 */

import relaxed from 'module:all-relaxed.wasm';
import simd128 from 'module:all-simd128.wasm';

globalThis.counterpointModules = [
  ['relaxed', relaxed],
  ['simd128', simd128],
];
