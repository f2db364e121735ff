// Every implementation in the modules `all` against `spec`, the first of each list: hash functions, and permutations
// with every number of rounds. The modules of the flavour `relaxed` once more with the strict instructions in place of
// the relaxed ones, whose results may differ between machines where an operand is not what an implementation promises.
import assert from 'node:assert/strict'
import test from 'node:test'
import { bytesOf } from './module.mjs'

/** The numbers of messages or states: alone, around the widths of batches, and more than one batch. */
const COUNTS = [1, 2, 3, 4, 5, 9]
/** The lengths of messages: none, ends of every kind of block, several blocks. */
const LENGTHS = [0, 1, 27, 28, 31, 32, 63, 64, 71, 72, 119, 120, 127, 128, 135, 136, 167, 168, 300, 1000]

/** The relaxed instructions that the library uses, and the strict ones with the same number of bytes. */
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

/** The exports, and what lies in memory. */
class All {
  constructor(bytes) {
    this.exports = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports
    this.memory = new Uint8Array(this.exports.memory.buffer)
    this.buffer = this.exports.buffer()
    this.output = this.exports.output()
  }

  text(bytes) {
    return Buffer.from(this.memory.slice(this.output, this.output + bytes)).toString()
  }

  /** Fills the buffer with bytes that look random. */
  fill(bytes) {
    for (let i = 0; i < bytes; i++) this.memory[this.buffer + i] = Math.imul(i + 1, 2654435761) >>> 24
  }

  /** The result of a call on that many bytes of the buffer: the first bytes at an address. */
  after(filled, from, bytes, call) {
    this.fill(filled)
    call()
    return Buffer.from(this.memory.slice(from, from + bytes)).toString('hex')
  }
}

function hashes(all) {
  const { exports } = all
  for (let f = 0; f < exports.functions(); f++) {
    const name = all.text(exports.name(f))
    const digestBytes = exports.digest_bytes(f)
    for (const each of LENGTHS) {
      for (const count of each === 0 ? [1] : COUNTS) {
        const digests = (i) =>
          all.after(count * each, all.output, count * digestBytes, () => {
            if (count === 1) exports.digest_with(f, i, each)
            else exports.digest_each_with(f, i, each, count)
          })
        const expected = digests(0)
        for (let i = 1; i < exports.implementations(f); i++) {
          const implementation = all.text(exports.implementation_name(f, i))
          assert.equal(digests(i), expected, `${name} by ${implementation}: ${count} messages of ${each} bytes`)
        }
      }
    }
  }
}

function permutations(all) {
  const { exports } = all
  assert.ok(exports.permutations() > 0)
  for (let p = 0; p < exports.permutations(); p++) {
    const name = all.text(exports.permutation_name(p))
    const bytes = exports.permutation_bytes(p)
    for (let rounds = exports.fewest_rounds(p); rounds <= exports.most_rounds(p); rounds++) {
      for (const count of [...COUNTS, 17, 33, 65]) {
        const states = (i) =>
          all.after(count * bytes, all.buffer, count * bytes, () => exports.permute_with(p, i, count, rounds))
        const expected = states(0)
        for (let i = 1; i < exports.permutation_implementations(p); i++) {
          const implementation = all.text(exports.permutation_implementation_name(p, i))
          assert.equal(states(i), expected, `${name} by ${implementation}: ${count} states, ${rounds} rounds`)
        }
      }
    }
  }
}

/** The first implementation of each list is the specification, by name. */
function spec(all) {
  const { exports } = all
  for (let f = 0; f < exports.functions(); f++) assert.match(all.text(exports.implementation_name(f, 0)), /^spec/)
  for (let p = 0; p < exports.permutations(); p++) {
    assert.match(all.text(exports.permutation_implementation_name(p, 0)), /^spec/)
  }
}

for (const flavour of ['simd128', 'relaxed']) {
  test(`all-${flavour}: every implementation against spec`, () => {
    const all = new All(bytesOf('all', flavour))
    spec(all)
    hashes(all)
    permutations(all)
  })
}

test('all-relaxed: the same with strict instructions', () => {
  const bytes = bytesOf('all', 'relaxed')
  assert.ok(strict(bytes) > 50, 'the module has relaxed instructions')
  const all = new All(bytes)
  hashes(all)
  permutations(all)
})
