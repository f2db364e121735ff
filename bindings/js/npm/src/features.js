// Which flavours of the modules this engine can compile. WebAssembly has no run-time feature detection: a module with
// an instruction that the engine lacks fails to validate. So each flavour has a probe, a module with one such
// instruction.

// () -> v128: i32.const 0, i8x16.splat
const SIMD128 = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11]
// () -> v128: twice i32.const 0, i8x16.splat; i8x16.relaxed_swizzle
const RELAXED = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 0, 253, 15, 65, 0, 253, 15,
  253, 128, 2, 11,
]

/** The flavours, the fastest first. */
export const FLAVOURS = ['relaxed', 'simd128', 'portable']

/** The probe for each flavour; null: every engine compiles that flavour. */
const PROBES = { relaxed: RELAXED, simd128: SIMD128, portable: null }

/** Whether the engine compiles modules of a flavour. */
export function supports(flavour) {
  const probe = PROBES[flavour]
  return probe === null || WebAssembly.validate(Uint8Array.from(probe))
}
