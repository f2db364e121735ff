// `node bindings/js/modules/measure.mjs`: every implementation of every hash function in the modules with all of
// them, as benchmarks/wasm32.txt records it.
//
// Columns: algorithm, implementation (* not in constant time), MB/s of one message of 8 KiB, then ns a message of 64
// bytes for one, two and four messages in a call, and of 32 bytes for 1000 messages.

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
  // Portable implementations are in both modules, and those with SIMD in both or in the second one.
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
