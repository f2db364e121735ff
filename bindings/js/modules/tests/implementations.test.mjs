// Every implementation in the modules `all` against `spec`, the first of each list: hash functions, and permutations
// with every number of rounds. Modules of the flavour `relaxed` run again with strict instructions in place of the
// relaxed ones, whose results differ between machines if an implementation breaks its promises about operands.
import assert from 'node:assert/strict'
import test from 'node:test'
import { Module } from '../../page/src/benchmark/module.js'
import { bytesOf } from './module.mjs'

/** The numbers of messages or states: one, around the widths of batches, and more than one batch. */
const COUNTS = [1, 2, 3, 4, 5, 9]
/** The lengths of messages: 0, around the ends of every kind of block, several blocks. */
const LENGTHS = [0, 1, 27, 28, 31, 32, 63, 64, 71, 72, 119, 120, 127, 128, 135, 136, 167, 168, 300, 1000]

/** The relaxed instructions that the library uses, and strict ones encoded in the same number of bytes. */
const STRICT = [
  // i8x16.relaxed_swizzle, i8x16.swizzle
  [[0xfd, 0x80, 0x02], [0xfd, 0x8e, 0x00]],
  // i8x16.relaxed_laneselect, v128.bitselect
  [[0xfd, 0x89, 0x02], [0xfd, 0xd2, 0x00]],
]

/** Replaces instructions, and returns how many there were. */
function strict(bytes) {
  let replaced = 0
  for (let at = 0; at + 3 <= bytes.length; at++) {
    for (const [relaxed, code] of STRICT) {
      if (relaxed.every((byte, k) => bytes[at + k] === byte)) {
        bytes.set(code, at)
        replaced++
      }
    }
  }
  return replaced
}

/** Compares all implementations of a function with the first, `spec`. `result` takes an implementation's number. */
function compare(module, f, what, result) {
  const { exports } = module
  const implementation = (i) => module.text(exports.implementation_name(f, i))
  assert.match(implementation(0), /^spec/)
  const expected = result(0)
  for (let i = 1; i < exports.implementations(f); i++) {
    assert.deepEqual(result(i), expected, `${module.text(exports.name(f))} by ${implementation(i)}: ${what}`)
  }
}

function hashes(module) {
  for (const { f, digestBytes } of module.functions) {
    for (const bytes of LENGTHS) {
      for (const count of bytes === 0 ? [1] : COUNTS) {
        compare(module, f, `${count} messages of ${bytes} bytes`, (i) => {
          module.digest(f, i, { bytes, count })
          return module.output(count * digestBytes)
        })
      }
    }
  }
}

function permutations(module) {
  const { exports } = module
  const first = module.functions.length
  assert.ok(exports.permutations() > 0)
  for (let f = first; f < first + exports.permutations(); f++) {
    for (const count of [...COUNTS, 17, 33, 65]) {
      const states = new Uint8Array(exports.memory.buffer, exports.buffer(), count * exports.permutation_bytes(f))
      const before = states.slice()
      for (let rounds = exports.fewest_rounds(f); rounds <= exports.most_rounds(f); rounds++) {
        compare(module, f, `${count} states, ${rounds} rounds`, (i) => {
          states.set(before)
          exports.permute_with(f, i, count, rounds)
          return states.slice()
        })
      }
      states.set(before)
    }
  }
}

function everything(bytes) {
  const module = new Module(new WebAssembly.Module(bytes))
  module.fill()
  hashes(module)
  permutations(module)
}

for (const flavour of ['simd128', 'relaxed']) {
  test(`all-${flavour}: every implementation against spec`, () => everything(bytesOf('all', flavour)))
}

test('all-relaxed: the same with strict instructions', () => {
  const bytes = bytesOf('all', 'relaxed')
  assert.ok(strict(bytes) > 50, 'the module has relaxed instructions')
  everything(bytes)
})
