// ethers and viem with this package's keccak256, as README.md shows.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { build } from 'esbuild'
import * as vite from 'vite'
import { run } from './child.mjs'

// Inside node_modules, so that programs in it find the packages.
const folder = mkdtempSync(
  join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../node_modules/.test-'),
)
after(() => rmSync(folder, { recursive: true }))
const TEXT = 'testing'
const DIGEST = '0x5f16f4c7f149ac4f9510d9cf8cf384038ad348b3bcdc01915f95de12df9d1b02'

test('ethers: keccak256.register', () => {
  const results = run(`
    import { keccak256 as ours } from 'counterpoint/keccak'
    import { getAddress, id, keccak256, toUtf8Bytes, Wallet } from 'ethers'
    let calls = 0
    const before = id('${TEXT}')
    const wallet = '0x' + '11'.repeat(32)
    const address = new Wallet(wallet).address
    keccak256.register((data) => { calls++; return ours(data) })
    const after = [id('${TEXT}'), keccak256(toUtf8Bytes('${TEXT}'))]
    console.log(JSON.stringify([before, ...after, calls > 0, address === new Wallet(wallet).address]))`)
  assert.deepEqual(results, [DIGEST, DIGEST, DIGEST, true, true])
})

/** A program that uses viem, and reports whether its keccak256 is ours: our error for a number is distinctive. */
const PROGRAM = `
  import { getContractAddress, keccak256, toBytes, toFunctionSelector } from 'viem'
  import { privateKeyToAddress } from 'viem/accounts'
  let remedy
  try { keccak256(7) } catch (error) { remedy = error.message.includes('must be a Uint8Array or a string') }
  console.log(JSON.stringify([keccak256(toBytes('${TEXT}')), toFunctionSelector('transfer(address,uint256)'),
    privateKeyToAddress('0x' + '11'.repeat(32)), remedy === true]))`
const EXPECTED = [DIGEST, '0xa9059cbb', '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A']
const ALIAS = { '@noble/hashes/sha3': 'counterpoint/noble-sha3', '@noble/hashes/sha3.js': 'counterpoint/noble-sha3' }

const runBundle = (path) => JSON.parse(execFileSync(process.execPath, [path]))

test('viem: the alias by esbuild', async () => {
  const entry = join(folder, 'program.mjs')
  writeFileSync(entry, PROGRAM)
  for (const alias of [{}, ALIAS]) {
    const outfile = join(folder, 'esbuild.mjs')
    await build({
      entryPoints: [entry],
      bundle: true,
      format: 'esm',
      platform: 'browser',
      outfile,
      alias,
      logLevel: 'error',
    })
    assert.deepEqual(runBundle(outfile), [...EXPECTED, alias === ALIAS])
  }
})

test('viem: the alias by vite', async () => {
  const entry = join(folder, 'program.mjs')
  writeFileSync(entry, PROGRAM)
  for (const alias of [{}, ALIAS]) {
    const outDir = join(folder, 'vite')
    await vite.build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      resolve: { alias },
      build: { outDir, lib: { entry, formats: ['es'], fileName: () => 'bundle.mjs' }, minify: false },
    })
    assert.deepEqual(runBundle(join(outDir, 'bundle.mjs')), [...EXPECTED, alias === ALIAS])
  }
})

test('the aliases are those of the README', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  for (const [from, to] of Object.entries(ALIAS)) assert.ok(readme.includes(`'${from}': '${to}'`))
})
