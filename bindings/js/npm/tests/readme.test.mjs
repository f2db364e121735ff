// Runs the examples in the package's README.md and the project's: a comment gives the output of its line.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
/** The examples of each file, by its path from here. */
const [ofPackage, ofProject] = ['../README.md', '../../../../README.md'].map((path) => {
  const readme = readFileSync(new URL(path, import.meta.url), 'utf8')
  return [...readme.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code)
})
const examples = [...ofPackage, ...ofProject]

test('there are examples', () => {
  assert.ok(ofPackage.length >= 6)
  assert.ok(ofProject.length >= 1)
})

/** In Node 20 and later, `crypto` is a global only in files, not in code from the command line. */
const PRELUDE = `globalThis.crypto ??= (await import('node:crypto')).webcrypto\n`

examples.forEach((code, i) => {
  test(`example ${i + 1}: ${code.split('\n')[0]}`, () => {
    const expected = [...code.matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm)].map(([, output]) => output)
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PRELUDE + code], {
      cwd: here,
      encoding: 'utf8',
    })
    assert.equal(stderr, '')
    assert.deepEqual(stdout.trim().split('\n').filter(Boolean), expected)
  })
})
