/** The benchmark tab, compared with other packages, which only this test contains. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { clipboard, fileUrl, open, screenshot, startBrowser } from './browser.mjs';

const URL = `${fileUrl}#benchmark`;
let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());

/** Chooses only these functions, or all. */
async function choose(page, names) {
  await page.getByRole('button', { name: 'Measure' }).waitFor();
  for (const box of await page.locator('#panel-benchmark .chip input').all()) {
    await box.setChecked(names?.includes(await box.getAttribute('value')) ?? true);
  }
}

test('all implementations of a function are measured', async (t) => {
  const { page, context, close } = await open(browser, URL);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await choose(page, ['sha3-256', 'groestl256']);
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.getByText('Done.', { exact: true }).waitFor();
  const names = await page.locator('.figures caption').allTextContents();
  assert.deepEqual(names, ['sha3-256', 'groestl256']);
  for (const name of names) {
    const table = page.locator('.figures', { hasText: name });
    assert.equal(await table.locator('.best').count(), 4, 'the fastest of each column is marked');
    const figures = await table.locator('.figure').allTextContents();
    assert.ok(
      figures.length >= 8 && figures.every((text) => /^[\d.,]+( · [\d.,]+)?( fastest)?$/.test(text)),
      figures.join(),
    );
  }
  await page.getByRole('button', { name: 'Copy as text' }).click();
  const text = await clipboard(page);
  assert.match(text, /^Counterpoint in .*\d+.*, module all-(relaxed|simd128)\n/);
  assert.match(text, /\nsha3-256 +64 B, MB\/s · ns/);
  t.diagnostic(text);
  await screenshot(page, 'benchmark');
  await close();
});

test('measuring can be stopped', async () => {
  const { page, close } = await open(browser, URL);
  await choose(page);
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.getByText(/^[1-9]\d* of \d+ measurements/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped.', { exact: true }).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Measure' }).isEnabled());
  await close();
});

test('hash-wasm and noble give the same digests, and their times', async (t) => {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const {
    outputFiles: [peers],
  } = await build({
    stdin: {
      contents: `
        import { createSHA3, createKeccak } from 'hash-wasm';
        import { sha3_256, keccak_256 } from '@noble/hashes/sha3.js';
        globalThis.peers = (async () => {
          const [sha3, keccak] = [await createSHA3(256), await createKeccak(256)];
          const byHashWasm = (hasher) => (message) => hasher.init().update(message).digest('binary');
          return {
            'sha3-256': { 'hash-wasm': byHashWasm(sha3), noble: (message) => sha3_256(message) },
            keccak256: { 'hash-wasm': byHashWasm(keccak), noble: (message) => keccak_256(message) },
          };
        })();`,
      resolveDir: here,
    },
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'silent',
  });
  const { page, close } = await open(browser);
  await page.evaluate(peers.text);
  const results = await page.evaluate(async () => {
    const message = Uint8Array.from({ length: 8192 }, (_, i) => (i * 2654435761) >>> 24);
    const found = [];
    for (const [name, functions] of Object.entries(await globalThis.peers)) {
      for (const [peer, hash] of Object.entries(functions)) {
        const digest = Array.from(hash(message), (byte) => byte.toString(16).padStart(2, '0')).join('');
        for (let i = 0; i < 200; i += 1) hash(message);
        let least = Infinity;
        for (let slice = 0; slice < 30; slice += 1) {
          const began = performance.now();
          for (let i = 0; i < 20; i += 1) hash(message);
          least = Math.min(least, (performance.now() - began) / 20);
        }
        found.push({ name, peer, digest, speed: 8192 / (least * 1e3) });
      }
    }
    return found;
  });
  // The page's own digests of the same message.
  await page.getByRole('checkbox', { name: 'keccak256' }).check();
  const buffer = Buffer.from(Array.from({ length: 8192 }, (_, i) => (i * 2654435761) >>> 24));
  await page.setInputFiles('#files-input', { name: 'message', mimeType: 'application/octet-stream', buffer });
  await page.locator('dd.done').nth(1).waitFor();
  const [sha3, keccak] = await page.locator('dd.done code').allTextContents();
  for (const { name, peer, digest, speed } of results) {
    assert.equal(digest, name === 'keccak256' ? keccak : sha3, `${name} by ${peer}`);
    t.diagnostic(`${name}, 8 KiB, ${peer}: ${speed.toFixed(0)} MB/s`);
  }
  await close();
});
