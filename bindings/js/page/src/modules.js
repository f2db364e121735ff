/**
 * The modules with all implementations, the fastest first. A separate script, since only the benchmark uses them.
 */

import relaxed from 'module:all-relaxed.wasm';
import simd128 from 'module:all-simd128.wasm';

globalThis.counterpointModules = [
  ['relaxed', relaxed],
  ['simd128', simd128],
];
