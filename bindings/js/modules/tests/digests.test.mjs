// Every function of every module against known answers, with every way to pass in a message.
import assert from 'node:assert/strict'
import test from 'node:test'
import { hashes, Module } from './module.mjs'
import { chains, hashCases } from './vectors.mjs'

/** The folders of known answers. */
const folders = (family) => (family === 'keccak' ? ['sha3', 'keccak', 'sp800-185', 'turboshake-kt'] : [family])
/** The piece lengths with which messages are appended and outputs are read. */
const PIECES = [1, 7, 136, 1000]

/** For KT, the string S, which includes the customization string; otherwise the message itself. */
const whole = ({ algorithm, message, options }) =>
  algorithm.startsWith('kt') ? Buffer.concat([message, options.customization]) : message

function begin(module, one) {
  assert.equal(module.begin(one.algorithm, one.options), 0, one.algorithm)
}

/** The output, in pieces, with the state taken out and put back after each. */
function byPieces(module, one, piece) {
  const { algorithm } = one
  const again = () => module.putState(module.takeState(algorithm))
  begin(module, one)
  for (const element of one.tuple ?? [whole(one)]) {
    if (one.tuple) module.exports.element(module.number(algorithm), element.length)
    again()
    module.update(algorithm, element, piece)
  }
  again()
  module.exports.finalize(module.number(algorithm))
  again()
  const output = module.read(algorithm, one.outputBytes, piece)
  module.takeState(algorithm)
  return output
}

/** The outputs of the same message `count` times: with one length, and with the ends of messages. */
function many(module, one, count) {
  const message = whole(one)
  const [f, bytes] = [module.number(one.algorithm), count * one.outputBytes]
  const fill = () => {
    begin(module, one)
    for (let i = 0; i < count; i++) module.write(message, i * message.length)
  }
  fill()
  module.exports.digest_each(f, message.length, count, one.outputBytes)
  const each = module.take(bytes)
  fill()
  const ends = new Uint32Array(module.memory.buffer, module.offsets, count)
  ends.forEach((_, i) => (ends[i] = (i + 1) * message.length))
  module.exports.digest_rows(f, count, one.outputBytes)
  const rows = module.take(bytes)
  module.takeState(one.algorithm)
  return [each, rows]
}

function check(module, one, index) {
  const equal = (output, how) =>
    assert.equal(
      Buffer.from(output.subarray(output.length - one.digest.length)).toString('hex'),
      one.digest.toString('hex'),
      `${one.algorithm} ${how}, ${one.message.length} bytes`,
    )
  equal(byPieces(module, one, 1 << 16), 'at once')
  if (one.message.length < 20000) equal(byPieces(module, one, PIECES[index % PIECES.length]), 'in pieces')
  const message = whole(one)
  if (one.tuple || message.length > module.bufferBytes || one.outputBytes > module.bufferBytes) return
  begin(module, one)
  module.write(message)
  module.exports.digest(module.number(one.algorithm), message.length, one.outputBytes)
  equal(module.take(one.outputBytes), 'by digest')
  module.takeState(one.algorithm)
  for (const count of [1, 2, 5, 33]) {
    if (count * Math.max(message.length, one.outputBytes) > module.bufferBytes) continue
    for (const outputs of many(module, one, count)) {
      for (let i = 0; i < count; i++) {
        equal(outputs.subarray(i * one.outputBytes, (i + 1) * one.outputBytes), `${i} of ${count}`)
      }
    }
  }
}

for (const [family, { functions, flavours }] of hashes) {
  for (const flavour of flavours) {
    test(`${family}-${flavour}: known answers`, () => {
      const module = new Module(family, flavour)
      const counts = Object.fromEntries(functions.map((name) => [name, 0]))
      let index = 0
      for (const one of hashCases(...folders(family))) {
        if (!(one.algorithm in counts)) continue
        check(module, one, index++)
        counts[one.algorithm]++
      }
      console.log(`${index} cases`)
      assert.deepEqual(functions.filter((name) => counts[name] === 0), [], 'functions without a known answer')
    })
    test(`${family}-${flavour}: Monte Carlo chains`, () => {
      const module = new Module(family, flavour)
      for (const { algorithm, seed, digests } of chains(...folders(family))) {
        const f = module.number(algorithm)
        let message = Buffer.from(seed)
        for (const expected of digests) {
          for (let i = 0; i < 1000; i++) {
            module.write(message)
            module.exports.digest(f, message.length, expected.length)
            message = Buffer.concat([module.take(expected.length), message.subarray(0, 128 - expected.length)])
          }
          assert.equal(message.subarray(0, expected.length).toString('hex'), expected.toString('hex'), algorithm)
        }
      }
    })
  }
}
