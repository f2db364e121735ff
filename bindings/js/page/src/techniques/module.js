/**
 * The module `techniques`: single steps of the library's own code, on bytes. The page itself contains no shuffle: to
 * find out where a byte or bit comes from, it runs the module on distinguishable bytes.
 */

import bytes from 'module:techniques-simd128.wasm';

let exports;
let memory;

function call(name, input, outputBytes, ...operands) {
  exports ??= new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  memory ??= new Uint8Array(exports.memory.buffer, exports.buffer(), 256);
  memory.fill(0);
  memory.set(input);
  exports[name](...operands);
  return memory.slice(0, outputBytes);
}

/** Returns the 64-bit registers after a step of Luffa, which takes one or two such registers, as BigInt. */
export function onWords(name, words, ...operands) {
  const input = new DataView(new ArrayBuffer(16));
  words.forEach((word, i) => input.setBigUint64(8 * i, word, true));
  const output = new DataView(call(name, new Uint8Array(input.buffer), 16, ...operands).buffer);
  return [output.getBigUint64(0, true), output.getBigUint64(8, true)];
}

/** Returns the eight vectors, 128 bytes, after a step of Grøstl. */
export function slice(vectors, step) {
  return call('slice', vectors, 128, step);
}

/** Returns what Fugue's smix computes from 16 bytes, in rows of 16. */
export function smix(columns) {
  const rows = rowsOf(call('smix', columns, 256));
  return { multiples: rows.slice(0, 4), sums: rows.slice(4, 14), mixed: rows[14], deferred: rows[15] };
}

/** Returns the ten sums of four rows of 16 bytes. */
export function smixSums(multiples) {
  return rowsOf(
    call(
      'smix_sums',
      multiples.flatMap((row) => [...row]),
      160,
    ),
  );
}

function rowsOf(all) {
  return Array.from({ length: all.length / 16 }, (_, i) => all.slice(16 * i, 16 * i + 16));
}
