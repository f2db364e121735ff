// `npm run bench [-- --seconds 5 --case sha3 --record FILE --readme]`: compares packages in one process.

import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, arch, platform } from 'node:os'
import { parseArgs } from 'node:util'
import { CASES, digits } from './cases.mjs'
import { writeReadme } from './readme.mjs'
import { bundleSizes, moduleSizes } from './sizes.mjs'
import { measure } from './slices.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    case: { type: 'string', default: '' },
    record: { type: 'string' },
    readme: { type: 'boolean', default: false },
  },
})

const results = CASES.map((make) => make())
  .filter(({ title }) => title.includes(values.case))
  .map(run)
const modules = moduleSizes()
const bundles = await bundleSizes()
printSizes('module', modules)
printSizes('bundle, minified', bundles)
if (values.readme) writeReadme(record())
if (values.record !== undefined) writeFileSync(values.record, `${JSON.stringify(record(), null, 2)}\n`)

/** Compares the digests of a case, measures it, and prints its table. */
function run({ title, unit, bytes, functions }) {
  const [[first, expected], ...others] = Object.entries(functions).map(([name, call]) => [name, digits(call())])
  for (const [name, digest] of others) {
    if (digest !== expected) throw new Error(`${title}: the digests of ${first} and ${name} differ`)
  }
  const times = measure(functions, Number(values.seconds))
  const figures = Object.fromEntries(Object.entries(times).map(([name, time]) => [name, figure(time, unit, bytes)]))
  print(title, unit, figures)
  return { title, unit, figures }
}

function figure(nanoseconds, unit, bytes) {
  return unit === 'ns' ? nanoseconds : unit === 'ms' ? nanoseconds / 1e6 : (1000 * bytes) / nanoseconds
}

function print(title, unit, figures) {
  const reference = Object.values(figures)[0]
  console.log(`\n| ${title} | ${unit} | |\n|---|--:|--:|`)
  for (const [name, value] of Object.entries(figures)) {
    const times = unit === 'MB/s' ? reference / value : value / reference
    console.log(`| ${name} | ${value.toFixed(value < 10 ? 1 : 0)} | ${times.toFixed(1)} x |`)
  }
}

function printSizes(title, table) {
  console.log(`\n| ${title} | bytes | gzip -9 |\n|---|--:|--:|`)
  for (const [name, { bytes, gzip }] of Object.entries(table)) console.log(`| ${name} | ${bytes} | ${gzip} |`)
}

function record() {
  const { devDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url)))
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    v8: process.versions.v8,
    machine: { cpu: cpus()[0].model, cores: cpus().length, arch: arch(), platform: platform() },
    packages: devDependencies,
    results,
    modules,
    bundles,
  }
}
