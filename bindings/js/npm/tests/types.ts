// What the types accept and reject. Compiled, never run.

import {
  type Bytes,
  CounterpointError,
  type ErrorCode,
  type Hasher,
  type HashFunction,
  type TupleHasher,
  type XofHasher,
  Aes128,
  cshake128,
  groestl512,
  hex,
  init,
  keccak256,
  kmac128,
  kmacxof256,
  kt128,
  lakeKeyak,
  parallelhash128,
  sha3_256,
  shake128,
  tuplehash128,
  tuplehashxof128,
  turboshake128,
  utf8,
} from 'counterpoint'
import { hashFile } from 'counterpoint/file'
import { createSHA3, keccak, sha3, type IHasher } from 'counterpoint/hash-wasm'
import { keccak256 as fromKeccak } from 'counterpoint/keccak'
import { keccak_256, shake256 as nobleShake } from 'counterpoint/noble-sha3'
import { MerkleTree } from 'counterpoint/merkletreejs'
import { encode, StandardMerkleTree } from 'counterpoint/openzeppelin'
import { hashStream } from 'counterpoint/stream'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Same<A, B>) => {}

same<Bytes, Uint8Array<ArrayBuffer>>(true)
const message = utf8('abc')

// One message, many, flat.
const digest: Uint8Array<ArrayBuffer> = sha3_256(message)
const digests: Bytes[] = keccak256.many([message, digest])
const flat: Bytes = groestl512.flat(message, 1)
const buffer: Buffer = sha3_256.flat(message, 1, Buffer.alloc(96))
const anyHash: HashFunction = fromKeccak
const outputLen: number = sha3_256.outputLen
keccak256.many(Object.freeze([message]))
// @ts-expect-error A string is not bytes.
sha3_256('abc')
// @ts-expect-error Nor is an ArrayBuffer.
sha3_256(new ArrayBuffer(8))
// @ts-expect-error Nor is an array.
sha3_256([1, 2, 3])
// @ts-expect-error The digest of sha3_256 has a fixed length.
sha3_256(message, { outputLen: 64 })
// @ts-expect-error Functions can't be changed.
sha3_256.outputLen = 7

// Options.
shake128(message, { outputLen: 64 })
shake128(message, { outputLen: undefined })
cshake128(message, { functionName: message, customization: message, outputLen: 64 })
turboshake128(message, { domain: 7 })
parallelhash128.many([message], { blockLen: 100 })
kt128.flat(message, 1, { customization: message }, new Uint8Array(96))
// @ts-expect-error The option is called outputLen.
shake128(message, { dkLen: 64 })
// @ts-expect-error TurboSHAKE has no customization string.
turboshake128(message, { customization: message })
// @ts-expect-error A customization string consists of bytes.
kt128(message, { customization: 'abc' })

// Hashers.
const hasher: Hasher = sha3_256.create().update(message).update(digest)
const reader: XofHasher = kt128.create({ customization: message }).update(message)
const part: Bytes = reader.clone().xof(10)
const into: Buffer = reader.xofInto(Buffer.alloc(3))
const saved: Bytes = sha3_256.create().update(message).save()
sha3_256.load(saved).digestInto(new Uint8Array(32)).destroy()
cshake128.load(saved, { outputLen: 7 }).xof(3)
// @ts-expect-error A function of fixed length has no xof().
sha3_256.create().xof(10)
// @ts-expect-error KT has no saved form.
kt128.create().save()
// @ts-expect-error Nor does it have load.
kt128.load(saved)
// @ts-expect-error The customization string is in the saved form.
cshake128.load(saved, { customization: message })

// Keys and tuples.
const ok: boolean = kmac128.verify(message, message, kmac128(message, message, { outputLen: 16 }))
kmacxof256.create(message).update(message).xof(10)
const tuple: TupleHasher = tuplehash128.create().element(message).element(digest)
tuplehash128([message, digest], { customization: message })
tuplehashxof128.create().element(message).xof(10)
// @ts-expect-error A key is required.
kmac128(message)
// @ts-expect-error KMAC's length is a part of the tag.
kmac128.create(message).xof(10)
// @ts-expect-error A tuple is an array.
tuplehash128(message)
// @ts-expect-error Tuples have elements.
tuplehash128.create().update(message)
// @ts-expect-error TupleHash has no flat form.
tuplehash128.flat(message, 1)

// Sessions and AES.
const { ciphertext, tag } = lakeKeyak(message, message).encrypt(message)
const plaintext: Bytes = lakeKeyak(message, message).decrypt(ciphertext, tag, message)
const blocks: Bytes = new Aes128(message).encrypt(message)
// @ts-expect-error A tag is required.
lakeKeyak(message, message).decrypt(ciphertext)
// @ts-expect-error A nonce is required.
lakeKeyak(message)

// Text, errors, modules.
const text: string = hex(message)
const code: ErrorCode = new CounterpointError('ERR_TAG', 'text').code
const later: Promise<void> = init(fetch('keccak.wasm'))
const compiled: Promise<void> = init(WebAssembly.compile(message))
const now: void = init(new WebAssembly.Module(message))
// @ts-expect-error No such code.
code === 'ERR_NO_SUCH_CODE'
// @ts-expect-error An address is not a module.
init('keccak.wasm')

// Files and streams.
const file: Promise<Bytes> = hashFile('a file', {
  algorithm: kt128,
  options: { outputLen: 64 },
  onProgress(done: number, total: number) {},
})
hashFile(new Blob([message]), { algorithm: 'sha3_256', signal: new AbortController().signal })
const streamed: Promise<Bytes> = hashStream(sha3_256).digest
hashStream(shake128, { outputLen: 64 })
new Blob([message]).stream().pipeThrough(hashStream(sha3_256))
// @ts-expect-error The algorithm is required.
hashFile('a file', {})
// @ts-expect-error A function with a key.
hashFile('a file', { algorithm: kmac128 })
// @ts-expect-error A function with a key.
hashStream(kmac128)
// @ts-expect-error No such option.
hashStream(shake128, { domain: 7 })

// Shapes.
const theirs: Promise<string> = sha3('abc', 256)
const hasherOf: Promise<IHasher> = createSHA3(256)
hasherOf.then((h) => h.init().update('abc').digest('binary').length)
const noble: Bytes = nobleShake(message, { dkLen: 7 })
keccak_256.create().update(message).digest()
// @ts-expect-error No such length.
keccak('abc', 255)

export {
  anyHash,
  blocks,
  buffer,
  code,
  compiled,
  digests,
  file,
  flat,
  hasher,
  into,
  later,
  noble,
  now,
  ok,
  outputLen,
  part,
  plaintext,
  streamed,
  text,
  theirs,
  tuple,
}

const tree = StandardMerkleTree.of([encode(['uint8', 'bytes'], [1, message])], { sortLeaves: false })
same<typeof tree.root, Bytes>(true)
StandardMerkleTree.verifyMultiProof(tree.root, [message], tree.getMultiProof([0]))
// @ts-expect-error: trees are created with `of`
new StandardMerkleTree(message)
const risen = new MerkleTree([message], sha3_256, { sort: true })
new MerkleTree([message], kt128)
MerkleTree.verify(risen.proof(0), message, risen.root, sha3_256)
MerkleTree.verify([message], message, risen.root, sha3_256, { sortPairs: true })
// @ts-expect-error: a function that requires a key
new MerkleTree([message], kmac128)
