// Trees, compared with the real packages of OpenZeppelin and merkletreejs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode as metamask } from '@metamask/abi-utils'
import { SimpleMerkleTree as TheirSimple, StandardMerkleTree as Theirs } from '@openzeppelin/merkle-tree'
import { kmac128, keccak256, sha3_224, shake256, hex, tuplehash128, utf8 } from 'counterpoint'
import { MerkleTree } from 'counterpoint/merkletreejs'
import { encode, SimpleMerkleTree, StandardMerkleTree } from 'counterpoint/openzeppelin'
import { MerkleTree as TheirTree } from 'merkletreejs'

const TYPES = ['uint256', 'string']
const row = (i) => [BigInt(i), 'v'.repeat(i % 40)]
const values = (count) => Array.from({ length: count }, (_, i) => encode(TYPES, row(i)))
const range = (count, step = 1) => Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step)
const hashes0x = (list) => list.map((hash) => `0x${hex(hash)}`)

/** A digest of all results of trees, which the tests in Rust and Python compare too. */
class Digest {
  #hasher = keccak256.create()
  put(...parts) {
    for (const part of parts) this.#hasher.update(typeof part === 'number' ? Uint8Array.of(part) : part)
  }
  end() {
    return hex(this.#hasher.digest())
  }
}

for (const [name, Ours, expected] of [
  ['StandardMerkleTree', StandardMerkleTree, 'ecac982cafa2246a0456c71692ab03c1df3336f5dd539d4a88eb070d202ab4ff'],
  ['SimpleMerkleTree', SimpleMerkleTree, 'ab3aa6765633641e767a8d50feab1c51fac773b2e5838f9855c10fc83c26a6ec'],
]) {
  test(`@openzeppelin/merkle-tree: ${name}`, () => {
    const simple = Ours === SimpleMerkleTree
    const digest = new Digest()
    for (let count = 1; count <= 40; count++) {
      for (const sortLeaves of [true, false]) {
        const all = simple ? keccak256.many(values(count)) : values(count)
        const theirs = simple
          ? TheirSimple.of(all, { sortLeaves })
          : Theirs.of(range(count).map(row), TYPES, { sortLeaves })
        const tree = Ours.of(all, { sortLeaves })
        assert.equal(tree.length, count)
        assert.equal(`0x${hex(tree.root)}`, theirs.root)
        const { tree: nodes, values: places } = theirs.dump()
        assert.equal(`0x${hex(tree.nodes)}`, `0x${nodes.map((node) => node.slice(2)).join('')}`)
        digest.put(tree.root, tree.nodes)
        for (const i of range(count)) {
          assert.equal(tree.treeIndex(i), places[i].treeIndex)
          digest.put(tree.treeIndex(i))
        }
        for (const i of range(count)) {
          const proof = tree.getProof(i)
          assert.deepEqual(hashes0x(proof), theirs.getProof(i))
          assert.equal(Ours.verify(tree.root, all[i], proof), true)
          assert.equal(Ours.verify(tree.root, all[i], [...proof, tree.root]), false)
          assert.equal(Ours.verify(tree.root, keccak256(all[i]), proof), false)
          digest.put(...proof)
        }
        const chosen = range(count, 3)
        const { indices, proof, proofFlags } = tree.getMultiProof(chosen)
        const expected = theirs.getMultiProof(chosen)
        assert.deepEqual([hashes0x(proof), proofFlags], [expected.proof, expected.proofFlags])
        const ordered = indices.map((i) => all[i])
        assert.equal(theirs.verifyMultiProof({ leaves: indices, proof: hashes0x(proof), proofFlags }), true)
        assert.equal(Ours.verifyMultiProof(tree.root, ordered, { proof, proofFlags }), true)
        assert.equal(Ours.verifyMultiProof(tree.root, ordered.slice(1), { proof, proofFlags }), false)
        digest.put(...proof, ...proofFlags.map(Number), ...(simple ? [] : indices))
      }
    }
    assert.equal(digest.end(), expected)
  })
}

test('@openzeppelin/merkle-tree: equal values, and no values in a proof', () => {
  const rows = range(300).map((i) => [BigInt(i % 7), 'same'])
  const all = rows.map((row) => encode(TYPES, row))
  const [tree, theirs] = [StandardMerkleTree.of(all), Theirs.of(rows, TYPES)]
  assert.deepEqual(
    range(300).map((i) => tree.treeIndex(i)),
    theirs.dump().values.map(({ treeIndex }) => treeIndex),
  )
  const { indices, ...proof } = tree.getMultiProof([])
  assert.deepEqual(indices, [])
  assert.equal(StandardMerkleTree.verifyMultiProof(tree.root, [], proof), true)
  assert.equal(
    Theirs.verifyMultiProof(theirs.root, TYPES, { leaves: [], proof: hashes0x(proof.proof), proofFlags: [] }),
    true,
  )
})

test('@openzeppelin/merkle-tree: more values than one call of the module takes', () => {
  const rows = range(5000).map((i) => [BigInt(i), 'value'])
  const tree = StandardMerkleTree.of(rows.map((row) => encode(TYPES, row)))
  assert.equal(`0x${hex(tree.root)}`, Theirs.of(rows, TYPES).root)
})

test('@openzeppelin/merkle-tree: arguments', () => {
  const all = values(5)
  const tree = StandardMerkleTree.of(all)
  assert.throws(() => StandardMerkleTree.of([]), /^RangeError: values is empty; a tree requires at least one leaf$/)
  assert.throws(() => StandardMerkleTree.of('ab'), /values must be an array of Uint8Arrays, not a string/)
  assert.throws(() => StandardMerkleTree.of(['ab']), /values\[0\] must be a Uint8Array/)
  const long = Array(3000).fill(keccak256(all[0]))
  long[2999] = '0x00'
  const message = /values\[2999\] must be a Uint8Array, not a string; Buffer.from\(text.slice\(2\), 'hex'\)/
  assert.throws(() => StandardMerkleTree.of(long), message)
  assert.throws(() => SimpleMerkleTree.of(long), message)
  assert.throws(() => StandardMerkleTree.of([, all[0]]), /values\[0\] must be a Uint8Array, not undefined/)
  for (const sortLeaves of ['false', 0, null]) {
    assert.throws(() => StandardMerkleTree.of(all, { sortLeaves }), /TypeError: sortLeaves must be true or false, not /)
  }
  assert.equal(hex(StandardMerkleTree.of(all, { sortLeaves: undefined }).root), hex(tree.root))
  assert.throws(() => StandardMerkleTree.of(all, { sort: false }), /unknown option 'sort'; the options are sortLeaves/)
  assert.throws(() => SimpleMerkleTree.of([all[0].subarray(1)]), /values\[0\] has \d+ bytes, but a hash has 32/)
  assert.throws(() => tree.getProof(5), /index must be an integer from 0 to 4, not 5/)
  assert.throws(() => tree.getProof(all[0]), TypeError)
  assert.throws(() => tree.getMultiProof([0, 5]), RangeError)
  assert.throws(() => tree.getMultiProof([1, 2, 1]), /an index twice/)
  assert.throws(() => StandardMerkleTree.verify(tree.root, all[0], ['0x00']), /proof\[0\] must be a Uint8Array/)
  assert.throws(() => StandardMerkleTree.verifyMultiProof(tree.root, all, null), /multiProof must be an object/)
  assert.equal(StandardMerkleTree.verify(tree.root, all[0], [Uint8Array.of(1)]), false)
  assert.equal(StandardMerkleTree.verifyMultiProof(tree.root, [], { proof: [], proofFlags: [] }), false)
  assert.equal(StandardMerkleTree.verifyMultiProof(tree.root, [all[0]], { proof: [], proofFlags: [true] }), false)
})

test('merkletreejs: all options', () => {
  const digests = {
    '00': '0a86088b50700213fb81e5d57b0fd33157d98ca6932443160214d94d63a7bab0',
    '01': 'da13f5d8b936f883a14333d46fd466837d296f803066ee530c5b68dbf6db8a9c',
    10: '6fc7f288af311e79d9e7b8719a5efe02867469f85fd9034e6b51819056968cd2',
    11: '929d807fb950e24d81a0d43f44edd358cd571ca11c9e19a957e0890a1d3c693a',
  }
  for (const hashLeaves of [false, true]) {
    for (const sortLeaves of [false, true]) {
      for (const sortPairs of [false, true]) {
        const options = { hashLeaves, sortLeaves, sortPairs }
        const digest = new Digest()
        for (let count = 1; count <= 40; count++) compareTrees(keccak256, count, options, digest)
        assert.equal(digest.end(), digests[`${Number(sortLeaves)}${Number(sortPairs)}`])
      }
    }
  }
})

test('merkletreejs: other hash functions', () => {
  for (const hash of [sha3_224, shake256]) {
    for (const sort of [false, true]) compareTrees(hash, 13, { sort, hashLeaves: true }, new Digest())
  }
})

/** Compares a tree with the package's, and adds all its results to a digest. */
function compareTrees(hash, count, options, digest) {
  const leaves = options.hashLeaves ? values(count) : hash.many(values(count))
  const hashFn = (data) => Buffer.from(hash(data))
  const tree = new MerkleTree(leaves, hash, options)
  const theirs = new TheirTree(
    leaves.map((leaf) => Buffer.from(leaf)),
    hashFn,
    options,
  )
  assert.equal(hex(tree.root), theirs.getRoot().toString('hex'))
  digest.put(tree.root)
  values(count).forEach((value, i) => {
    const leaf = Buffer.from(hash(value))
    const index = theirs.getLeafIndex(leaf)
    assert.equal(tree.leafIndex(i), index)
    const proof = tree.proof(i)
    assert.deepEqual(
      proof.map(({ position, data }) => ({ position, data: Buffer.from(data) })),
      theirs.getProof(leaf, index),
    )
    assert.equal(MerkleTree.verify(proof, leaves[i], tree.root, hash, options), true)
    assert.equal(
      theirs.verify(
        proof.map(({ position, data }) => ({ position, data: Buffer.from(data) })),
        leaf,
        theirs.getRoot(),
      ),
      true,
    )
    assert.equal(MerkleTree.verify(proof, hash.many([leaf])[0], tree.root, hash, options), false)
    if (options.sortPairs || options.sort) {
      assert.equal(
        MerkleTree.verify(
          proof.map(({ data }) => data),
          leaves[i],
          tree.root,
          hash,
          options,
        ),
        true,
      )
    }
    digest.put(index)
    for (const { position, data } of proof) digest.put(data, position === 'left' ? 1 : 0)
  })
}

test('merkletreejs: arguments', () => {
  const leaves = keccak256.many(values(5))
  const tree = new MerkleTree(leaves, keccak256)
  assert.throws(() => new MerkleTree([], keccak256), /leaves is empty/)
  assert.throws(() => new MerkleTree([utf8('ab')], keccak256), /leaves\[0\] has 2 bytes, but a hash has 32/)
  for (const hash of [undefined, (data) => data, kmac128, tuplehash128]) {
    assert.throws(() => new MerkleTree(leaves, hash), /hash must be a hash function of this package/)
  }
  assert.throws(() => new MerkleTree(leaves, keccak256, { complete: true }), /unknown option 'complete'/)
  for (const name of ['hashLeaves', 'sortLeaves', 'sortPairs', 'sort']) {
    const message = new RegExp(`TypeError: ${name} must be true or false, not the number 1`)
    assert.throws(() => new MerkleTree(leaves, keccak256, { [name]: 1 }), message)
    assert.throws(() => MerkleTree.verify([], leaves[0], tree.root, keccak256, { [name]: 1 }), message)
  }
  assert.throws(() => tree.proof(leaves[0]), /index must be an integer from 0 to 4/)
  assert.throws(() => tree.leafIndex(-1), RangeError)
  const verify = (proof) => MerkleTree.verify(proof, leaves[0], tree.root, keccak256)
  assert.throws(() => verify([leaves[1]]), /proof\[0\].position must be 'left' or 'right'/)
  assert.throws(() => verify([{ position: 'left' }]), /proof\[0\].data must be a Uint8Array/)
  assert.throws(() => verify('ab'), /proof must be an array/)
  assert.equal(verify([{ position: 'left', data: utf8('short') }]), false)
})

test('the encoding is that of the package @metamask/abi-utils', () => {
  const address = `0x${'1a'.repeat(20)}`
  const cases = [
    [[], []],
    [
      ['uint8', 'uint256', 'int8', 'int256'],
      [255, 2n ** 256n - 1n, -128, -(2n ** 255n)],
    ],
    [
      ['uint64', 'int64'],
      ['18446744073709551615', '-1'],
    ],
    [
      ['address', 'bool', 'bool'],
      [address, true, false],
    ],
    [
      ['bytes1', 'bytes32', 'bytes'],
      ['0x01', `0x${'ab'.repeat(32)}`, '0x'],
    ],
    [
      ['bytes', 'string', 'bytes', 'uint8'],
      [Uint8Array.of(1, 2, 3), 'é\u{1f600}', new Uint8Array(32).fill(7), 1],
    ],
    [
      ['string', 'string'],
      ['x'.repeat(31), 'y'.repeat(33)],
    ],
  ]
  for (const [types, all] of cases) {
    const theirs = metamask(
      types,
      all.map((value) => (typeof value === 'string' && /^-?[0-9]+$/.test(value) ? BigInt(value) : value)),
    )
    assert.equal(hex(encode(types, all)), hex(theirs), types.join())
  }
  assert.equal(hex(encode(['uint8'], ['0xff'])), hex(encode(['uint8'], [255])))
  assert.equal(hex(encode(['address'], [new Uint8Array(20).fill(0x1a)])), hex(encode(['address'], [address])))
})

test('what is not encoded', () => {
  for (const [type, value, message] of [
    ['uint8', 256, /^RangeError: values\[0\], uint8, is out of range: 256$/],
    ['uint8', -1, /out of range/],
    ['int8', 128n, /out of range/],
    ['uint256', 1.5, /must be a bigint/],
    ['uint256', 2 ** 53, /must be a bigint/],
    ['uint256', '', /must be a bigint/],
    ['uint256', true, /must be a bigint/],
    ['bool', 1, /must be a boolean, not the number 1/],
    ['address', '0x1234', /has 2 bytes; 20 required/],
    ['bytes4', Uint8Array.of(1), /has 1 bytes; 4 required/],
    ['bytes', 'text', /0x followed by pairs/],
    ['bytes', [1], /must be a Uint8Array/],
    ['string', Uint8Array.of(1), /text must be a string/],
    ...['bytes33', 'bytes0', 'uint12', 'uint264', 'uint', 'uint256[]', 'toString', 7].map((type) => [
      type,
      1,
      /unsupported type/,
    ]),
  ]) {
    assert.throws(() => encode([type], [value]), message, `${type} ${value}`)
  }
  assert.throws(() => encode(['bool'], []), /1 types and 0 values/)
  assert.throws(() => encode('bool', [true]), /types must be an array of strings/)
})
