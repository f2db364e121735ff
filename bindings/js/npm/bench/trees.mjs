// Compares trees of a million leaves with the original packages: `node bench/trees.mjs [NUMBER]`, after test.sh.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { StandardMerkleTree as Theirs } from '@openzeppelin/merkle-tree'
import { hex, keccak256 } from 'counterpoint'
import { MerkleTree } from 'counterpoint/merkletreejs'
import { encode, StandardMerkleTree } from 'counterpoint/openzeppelin'
import { keccak256 as noble } from 'ethereum-cryptography/keccak.js'
import { MerkleTree as TheirTree } from 'merkletreejs'

const TYPES = ['address', 'uint256']
const OPTIONS = { hashLeaves: true, sort: true }
const encoded = (rows) => rows.map((row) => encode(TYPES, row))

/** Each prepares the input, and returns a function that builds a tree and returns its root. */
const TREES = {
  'counterpoint/openzeppelin, with encode': (rows) => () => hex(StandardMerkleTree.of(encoded(rows)).root),
  'counterpoint/openzeppelin': (rows) => {
    const values = encoded(rows)
    return () => hex(StandardMerkleTree.of(values).root)
  },
  '@openzeppelin/merkle-tree, with encoding': (rows) => () => Theirs.of(rows, TYPES).root.slice(2),
  'counterpoint/merkletreejs': (rows) => {
    const leaves = encoded(rows)
    return () => hex(new MerkleTree(leaves, keccak256, OPTIONS).root)
  },
  'merkletreejs, with ethereum-cryptography': (rows) => {
    const leaves = encoded(rows).map((leaf) => Buffer.from(leaf))
    const hash = (data) => Buffer.from(noble(data))
    return () => new TheirTree(leaves, hash, OPTIONS).getRoot().toString('hex')
  },
}

const [count = '1000000', name] = process.argv.slice(2)
if (name === undefined) {
  // Each in its own process: memory left by one would slow down the next.
  for (const name of Object.keys(TREES)) {
    spawnSync(process.execPath, ['--max-old-space-size=8000', fileURLToPath(import.meta.url), count, name], {
      stdio: 'inherit',
    })
  }
} else {
  const rows = Array.from({ length: Number(count) }, (_, i) => [`0x${i.toString(16).padStart(40, '0')}`, BigInt(i)])
  const make = TREES[name](rows)
  const begin = performance.now()
  const root = make()
  console.log(`${((performance.now() - begin) / 1000).toFixed(2)} s  ${name}  ${root.slice(0, 8)}`)
}
