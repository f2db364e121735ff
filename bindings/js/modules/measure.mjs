// `node bindings/js/modules/measure.mjs`: measures every implementation of every hash function, in the modules that
// have all of them, for benchmarks/wasm32.txt.
//
// Columns: algorithm, implementation (* not constant-time), MB/s for one message of 8 KiB, then ns per message for 1, 2
// and 4 messages of 64 bytes in a call, and for 1000 messages of 32 bytes.

import { measure } from '../npm/bench/slices.mjs'
import { Module } from '../page/src/benchmark/module.js'
import { compiled } from './tests/module.mjs'

const SECONDS_EACH = 0.06
const LONG = { bytes: 8192, count: 1 }
const SHORT = [
  { bytes: 64, count: 1 },
  { bytes: 64, count: 2 },
  { bytes: 64, count: 4 },
  { bytes: 32, count: 1000 },
]

const modules = ['simd128', 'relaxed'].map((flavour) => new Module(compiled('all', flavour)))
for (const module of modules) module.fill()
for (const { f, name } of modules[0].functions) measureFunction(f, name)

function measureFunction(f, name) {
  // Portable implementations are in both modules; those with SIMD are in both or only in the second.
  const all = new Map()
  for (const module of modules) {
    for (const implementation of module.functions[f].implementations) {
      if (!all.has(implementation.name)) all.set(implementation.name, { module, ...implementation })
    }
  }
  const measured = [...all].filter(([implementation]) => !implementation.startsWith('spec'))
  const [long, ...short] = [LONG, ...SHORT].map((messages) =>
    measure(
      Object.fromEntries(measured.map(([key, { module, i }]) => [key, () => module.digest(f, i, messages)])),
      SECONDS_EACH * measured.length,
    ),
  )
  for (const [key, { constantTime }] of measured) {
    const figures = [8192e3 / long[key], ...short.map((times, n) => times[key] / SHORT[n].count)]
    const columns = figures.map((figure) => Math.round(figure).toString().padStart(6))
    console.log(`${name.padEnd(12)}${(key + (constantTime ? '' : ' *')).padEnd(26)}${columns.join('')}`)
  }
}
