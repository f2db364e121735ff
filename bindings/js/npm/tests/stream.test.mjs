// Streams hashed as they pass through.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groestl256, kmac128, sha3_256, shake128, utf8 } from 'counterpoint'
import { hashStream } from 'counterpoint/stream'
import { pattern } from './vectors.mjs'

function pieces(count, length) {
  return Array.from({ length: count }, (_, i) => pattern(length).map((byte) => byte ^ i))
}

function source(list) {
  let next = 0
  return new ReadableStream({
    pull(controller) {
      if (next === list.length) controller.close()
      else controller.enqueue(list[next++])
    },
  })
}

async function collect(readable) {
  const parts = []
  for await (const part of readable) parts.push(part)
  return Buffer.concat(parts)
}

test('bytes pass through unchanged, and the digest is that of all', async () => {
  for (const hash of [sha3_256, shake128, groestl256]) {
    for (const count of [0, 1, 50]) {
      const list = pieces(count, 10000)
      const hashed = hashStream(hash)
      const passed = await collect(source(list).pipeThrough(hashed))
      assert.deepEqual(passed, Buffer.concat(list))
      assert.deepEqual(await hashed.digest, hash(new Uint8Array(Buffer.concat(list))))
    }
  }
})

test('options of the hash function', async () => {
  const hashed = hashStream(shake128, { outputLen: 100 })
  await collect(source([utf8('abc')]).pipeThrough(hashed))
  assert.deepEqual(await hashed.digest, shake128(utf8('abc'), { outputLen: 100 }))
})

test('at most one piece waits: memory is bounded', async () => {
  const { readable, writable } = hashStream(sha3_256)
  const writer = writable.getWriter()
  let written = 0
  for (let i = 0; i < 5; i++)
    writer.write(pattern(10)).then(
      () => written++,
      () => {},
    )
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(written, 0)
  const reader = readable.getReader()
  await reader.read()
  await reader.read()
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.ok(written >= 1 && written <= 2)
})

test('a reader that asks for several pieces at once gets all of them', async () => {
  const { readable, writable } = hashStream(sha3_256)
  const [reader, writer] = [readable.getReader(), writable.getWriter()]
  const reading = [reader.read(), reader.read(), reader.read()]
  // The streams have handled the three requests before the first piece arrives.
  await new Promise((resolve) => setTimeout(resolve, 5))
  for (const length of [1, 2, 3]) writer.write(pattern(length)).catch(() => {})
  const lengths = (await Promise.all(reading)).map(({ value }) => value.length)
  assert.deepEqual(lengths, [1, 2, 3])
})

test('an aborted writer, a cancelled reader and a wrong chunk reject the digest', async () => {
  const aborted = hashStream(sha3_256)
  await aborted.writable.abort(new Error('stop'))
  await assert.rejects(aborted.digest, /stop/)
  await assert.rejects(aborted.readable.getReader().read(), /stop/)

  const cancelled = hashStream(sha3_256)
  await cancelled.readable.cancel(new Error('gone'))
  await assert.rejects(cancelled.digest, /gone/)
  await assert.rejects(cancelled.writable.getWriter().write(pattern(1)), /gone/)

  const wrong = hashStream(sha3_256)
  const writer = wrong.writable.getWriter()
  const reading = wrong.readable.getReader().read()
  await assert.rejects(writer.write('text'), /utf8/)
  await assert.rejects(wrong.digest, /utf8/)
  await assert.rejects(reading, /utf8/)
})

// Without the timeout, Node 26 would wait forever.
test('a reader that leaves while a piece waits for it', { timeout: 5000 }, async () => {
  const { readable, writable, digest } = hashStream(sha3_256)
  const [reader, writer] = [readable.getReader(), writable.getWriter()]
  const writing = writer.write(pattern(1))
  await new Promise((resolve) => setTimeout(resolve, 5))
  await reader.cancel(new Error('gone'))
  await writing
  await assert.rejects(writer.closed, /gone/)
  await assert.rejects(digest, /gone/)
})

test('a source that fails', async () => {
  const failing = new ReadableStream({
    start(controller) {
      controller.error(new Error('broken'))
    },
  })
  const hashed = hashStream(sha3_256)
  await assert.rejects(collect(failing.pipeThrough(hashed)), /broken/)
  await assert.rejects(hashed.digest, /broken/)
})

test('who does not ask for the digest sees no unhandled rejection', async () => {
  await hashStream(sha3_256).writable.abort(new Error('stop'))
  await new Promise((resolve) => setTimeout(resolve, 5))
})

test('what is no hash function', () => {
  assert.throws(() => hashStream('sha3_256'), /hash must be a hash function of this package/)
  assert.throws(() => hashStream(kmac128), /^TypeError: key /)
  assert.throws(() => hashStream(shake128, { bits: 8 }), /unknown option 'bits'/)
})
