// `node crates/counterpoint-wasm/measure.mjs`: every implementation of every hash function in the modules with all of
// them, target/wasm/all-FLAVOUR.wasm, as benchmarks/wasm32.txt records it.
//
// Columns: algorithm, implementation (* not in constant time), MB/s of one message of 8 KiB, then ns a message of 64
// bytes for one, two and four messages in a call, and of 32 bytes for 1000 messages. Each figure is the best of many
// short slices.

import { readFileSync } from 'node:fs'

const SLICES = 40
const SLICE_NS = 700_000

const folder = new URL('../../target/wasm/', import.meta.url)
const lines = new Map()
for (const flavour of ['simd128', 'relaxed']) {
  const module = new WebAssembly.Module(readFileSync(new URL(`all-${flavour}.wasm`, folder)))
  measureAll(new WebAssembly.Instance(module).exports)
}
for (const line of [...lines.keys()].sort()) console.log(lines.get(line))

function measureAll(m) {
  const text = (length) => Buffer.from(m.memory.buffer, m.output(), length).toString('latin1')
  for (let f = 0; f < m.functions(); f++) {
    const name = text(m.name(f))
    for (let i = 0; i < m.implementations(f); i++) {
      const implementation = text(m.implementation_name(f, i))
      const key = `${name} ${implementation}`
      if (implementation.startsWith('spec') || lines.has(key)) continue
      const long = best(() => m.digest_with(f, i, 8192))
      const rows = [1, 2, 4].map((count) => best(() => m.digest_each_with(f, i, 64, count)) / count)
      const many = best(() => m.digest_each_with(f, i, 32, 1000)) / 1000
      const mark = m.constant_time(f, i) ? '' : ' *'
      const figures = [8192e3 / long, ...rows, many].map((figure) => Math.round(figure).toString().padStart(6))
      lines.set(key, `${name.padEnd(12)}${(implementation + mark).padEnd(26)}${figures.join('')}`)
    }
  }
}

/** The nanoseconds of a call: the best of some slices of about `SLICE_NS`, after the engine has optimized it. */
function best(call) {
  let calls = 1
  let least = Infinity
  for (let slice = 0; slice < SLICES; slice++) {
    const start = process.hrtime.bigint()
    for (let n = 0; n < calls; n++) call()
    const each = Number(process.hrtime.bigint() - start) / calls
    least = Math.min(least, each)
    calls = Math.max(1, Math.round(SLICE_NS / each))
  }
  return least
}
