/** The tab that hashes files, as users use it. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  browserMemory,
  clipboard,
  command,
  drop,
  fileUrl,
  open,
  serve,
  settled,
  startBrowser,
  temporaryFolder,
} from './browser.mjs';

const ABC = '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532';
let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());

/** Runs the command in a folder. */
function counterpoint(folder, ...args) {
  return execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
}

/** Creates a folder with files of several lengths, in subfolders. */
function exampleFolder(t) {
  const folder = temporaryFolder(t);
  mkdirSync(path.join(folder, 'tree/inner'), { recursive: true });
  const files = {
    'tree/abc': 'abc',
    'tree/empty': '',
    'tree/inner/y': 'y',
    'tree/inner/long': Buffer.alloc(3_500_001, 0x5a),
    'tree/ä.txt': 'ä',
    'tree/Z': 'z',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return folder;
}

for (const [how, start] of [
  ['as a file', async () => ({ url: fileUrl, close() {} })],
  ['over http', () => serve()],
]) {
  test(`files that are dropped are hashed, ${how}`, async (t) => {
    const folder = exampleFolder(t);
    const server = await start();
    t.after(() => server.close());
    const { page, close } = await open(browser, server.url);
    await drop(page, '#drop', [path.join(folder, 'tree/abc'), path.join(folder, 'tree/empty')]);
    await settled(page);
    assert.deepEqual(await page.locator('#files .file-head .name').allTextContents(), ['abc', 'empty']);
    assert.equal(await page.locator('#files code').first().textContent(), ABC);
    assert.match(await page.locator('#progress').textContent(), /^2 of 2 digests · 2 files$/);
    await close();
  });
}

test('a folder that is dropped gives the lines of the command', async (t) => {
  const folder = exampleFolder(t);
  const { page, close } = await open(browser);
  await drop(page, '#drop', [path.join(folder, 'tree')]);
  await settled(page);
  for (const [format, options] of [
    ['plain', []],
    ['binary', ['--binary']],
    ['tag', ['--tag']],
  ]) {
    await page.getByLabel('Lines', { exact: true }).selectOption(format);
    await page.getByRole('button', { name: 'Copy all' }).click();
    const expected = counterpoint(folder, 'sum', '--recursive', ...options, 'tree');
    assert.equal(await clipboard(page), expected, format);
  }
  await close();
});

test('names are escaped', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(path.join(folder, 'tree'));
  writeFileSync(path.join(folder, 'tree/back\\slash'), 'x');
  writeFileSync(path.join(folder, 'tree/line\nfeed\r'), 'y');
  const expected = counterpoint(folder, 'sum', '--recursive', 'tree');
  const server = await serve();
  t.after(() => server.close());
  for (const add of [
    (page) => page.setInputFiles('#folder-input', path.join(folder, 'tree')),
    (page) => drop(page, '#drop', [path.join(folder, 'tree')]),
  ]) {
    const { page, close } = await open(browser, server.url);
    await add(page);
    await settled(page);
    await page.getByRole('button', { name: 'Copy all' }).click();
    assert.equal(await clipboard(page), expected);
    await close();
  }
});

test('a folder that is chosen gives them too, by several functions at once', async (t) => {
  const folder = exampleFolder(t);
  const { page, close } = await open(browser);
  for (const name of ['keccak256', 'kt128', 'groestl512', 'fugue256', 'luffa384']) {
    await page.getByRole('checkbox', { name }).check();
  }
  await page.getByLabel(/^Output of SHAKE/).fill('20');
  await page.getByLabel(/^Output of SHAKE/).press('Tab');
  await page.setInputFiles('#folder-input', path.join(folder, 'tree'));
  await settled(page);
  await page.getByRole('button', { name: 'Copy all' }).click();
  const sum = (...options) => counterpoint(folder, 'sum', '--recursive', '--tag', ...options, 'tree');
  const expected =
    sum() +
    sum('-a', 'keccak256') +
    sum('-a', 'kt128', '--length', '20') +
    sum('-a', 'groestl512') +
    sum('-a', 'fugue256') +
    sum('-a', 'luffa384');
  assert.equal(await clipboard(page), expected);
  await close();
});

test('every function that is offered agrees with the command', async (t) => {
  const folder = exampleFolder(t);
  const { page, close } = await open(browser);
  const boxes = page.locator('.chip input');
  for (let i = 0; i < (await boxes.count()); i += 1) await boxes.nth(i).check();
  await page.setInputFiles('#files-input', path.join(folder, 'tree/inner/long'));
  await settled(page);
  await page.getByRole('button', { name: 'Copy all' }).click();
  writeFileSync(path.join(folder, 'LIST'), await clipboard(page));
  const checked = counterpoint(path.join(folder, 'tree/inner'), 'check', '--strict', '../../LIST');
  assert.equal(checked.match(/^long: OK$/gm).length, await boxes.count());
  await close();
});

test('a pasted digest is compared with every file', async (t) => {
  const folder = exampleFolder(t);
  const { page, close } = await open(browser);
  await page.setInputFiles(
    '#files-input',
    ['abc', 'Z'].map((name) => path.join(folder, 'tree', name)),
  );
  await page.getByLabel('A digest, or lines of a checksum list').fill(` ${ABC.toUpperCase()} \n`);
  await settled(page);
  await page.locator('.file .badge').nth(1).waitFor();
  assert.deepEqual(await page.locator('.file .badge').allTextContents(), ['✓ OK', '✗ WRONG']);
  assert.match(await page.locator('#comparison-summary').textContent(), /✓ 1 OK {3}✗ 1 wrong/);
  await close();
});

test('a list with right, wrong, missing and malformed lines', async (t) => {
  const folder = exampleFolder(t);
  const right = counterpoint(folder, 'sum', '--recursive', 'tree');
  const wrong = right.replace(/^[0-9a-f]{8}(?=\S*  tree\/abc$)/m, '00000000');
  const others = [
    counterpoint(folder, 'sum', '-a', 'groestl256', '--tag', 'tree/Z'),
    counterpoint(folder, 'sum', '-a', 'turboshake128', '--domain', '2a', '--length', '10', '--tag', 'tree/Z'),
    counterpoint(folder, 'sum', '-a', 'kt128', '--customization', 'a b', '--tag', 'tree/ä.txt'),
    counterpoint(folder, 'sum', '-a', 'parallelhash128', '--block-size', '100', '--tag', 'tree/inner/long'),
    `KMAC128 (tree/Z) = ${'00'.repeat(32)}\n`,
    '# a comment\n',
    'no line of a list\n',
    `${'11'.repeat(32)}  tree/gone\n`,
  ];
  writeFileSync(path.join(folder, 'SUMS'), wrong + others.join(''));
  const { page, close } = await open(browser);
  await drop(page, '#drop', [path.join(folder, 'tree')]);
  await page.setInputFiles('#list-input', path.join(folder, 'SUMS'));
  await page.locator('#comparison').waitFor();
  await settled(page);
  const summary = page.locator('#comparison-summary');
  await summary
    .filter({ hasText: '✓ 9 OK   ✗ 1 wrong   ? 1 missing   ! 2 not checked' })
    .waitFor()
    .catch(async () => assert.fail(await summary.textContent()));
  const lines = await page.locator('#comparison-lines li').allTextContents();
  assert.equal(lines.length, 4);
  assert.match(lines[0], /✗ WRONG tree\/abc line 2/);
  assert.match(lines[1], /! not checked tree\/Z line \d+: its digests require a secret key/);
  assert.match(lines[2], /! not checked.*not a line of a checksum list/);
  assert.match(lines[3], /\? MISSING tree\/gone line \d+: no file with this name/);
  const abc = page.locator('.file', { hasText: 'tree/abc' });
  assert.equal(await abc.locator('.badge').textContent(), '✗ WRONG');
  assert.match(await abc.locator('.expected').textContent(), /^line 2 expects 00000000/);
  await close();
});

test('a list inside of the folder names files relative to it', async (t) => {
  const folder = exampleFolder(t);
  const sums = counterpoint(path.join(folder, 'tree'), 'sum', '--recursive', '.').replaceAll('  ./', '  ');
  writeFileSync(path.join(folder, 'tree/SUMS'), sums);
  const { page, close } = await open(browser);
  await drop(page, '#drop', [path.join(folder, 'tree')]);
  await page.getByRole('button', { name: 'Use tree/SUMS as a list' }).click();
  await page.locator('#comparison-summary', { hasText: '✓ 6 OK   ✗ 0 wrong' }).waitFor();
  await close();
});

test('what is computed can be cancelled, resumed and removed', async (t) => {
  const folder = temporaryFolder(t);
  const long = sparseFile(folder, 'long', 1 << 30);
  const { page, close } = await open(browser);
  await page.getByRole('checkbox', { name: 'fugue512' }).check();
  await page.setInputFiles('#files-input', long);
  await page.locator('dd.running').first().waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('dd.cancelled').nth(1).waitFor();
  assert.match(await page.locator('#progress').textContent(), /2 cancelled/);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.locator('dd.running').first().waitFor();
  await page.getByRole('button', { name: 'Remove long' }).click();
  await page.setInputFiles('#files-input', { name: 'abc', mimeType: 'text/plain', buffer: Buffer.from('abc') });
  await page.locator('dd.done').nth(1).waitFor();
  assert.equal(await page.locator('#files code').first().textContent(), ABC);
  await close();
});

test('thousands of files are hashed, and compared with a list of all', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(path.join(folder, 'tree'));
  for (let i = 0; i < 2000; i += 1) writeFileSync(path.join(folder, `tree/${i}`), `number ${i}`);
  const list = path.join(folder, 'SUMS');
  writeFileSync(list, counterpoint(folder, 'sum', '--recursive', 'tree'));
  const { page, close } = await open(browser);
  await page.setInputFiles('#list-input', list);
  await page.setInputFiles('#folder-input', path.join(folder, 'tree'));
  const began = Date.now();
  await settled(page);
  await page.locator('#comparison-summary', { hasText: /^✓ 2000 OK {3}✗ 0 wrong$/ }).waitFor();
  t.diagnostic(`${Date.now() - began} ms`);
  await close();
});

test('progress goes up to the end, and screen readers are told', async (t) => {
  const folder = temporaryFolder(t);
  const { page, close } = await open(browser);
  await page.evaluate(() => {
    window.seen = [];
    window.told = [];
    const bar = document.getElementById('meter');
    new MutationObserver(() => window.seen.push(Number(bar.getAttribute('aria-valuenow')))).observe(bar, {
      attributes: true,
    });
    const live = document.getElementById('announcements');
    new MutationObserver(() => window.told.push(live.textContent)).observe(live, { childList: true });
  });
  const nothing = page.locator('#meter[aria-valuenow="0"]');
  await nothing.waitFor({ state: 'attached' });
  // A file large enough for progress to be seen several times on this machine.
  let [seen, told, size] = [[], [], 100 << 20];
  do {
    size *= 2;
    await page.evaluate(() => {
      [window.seen, window.told] = [[], []];
    });
    await page.setInputFiles('#files-input', sparseFile(folder, 'long', size));
    await settled(page);
    ({ seen, told } = await page.evaluate(() => ({ seen: window.seen, told: window.told })));
    assert.deepEqual(
      seen,
      [...seen].sort((a, b) => a - b),
    );
    assert.equal(seen.at(-1), 100);
    await page.getByRole('button', { name: 'Remove long' }).click();
    await nothing.waitFor({ state: 'attached' });
  } while (new Set(seen).size <= 4 && size < 2 ** 33);
  assert.ok(new Set(seen).size > 4, `${seen}`);
  assert.match(told[0], /^Hashing: /);
  assert.match(told.at(-1), /^Done: 1 of 1 digest/);
  await close();
});

test('a file of 2 GiB takes little memory', async (t) => {
  const folder = temporaryFolder(t);
  const long = sparseFile(folder, 'long', 2 ** 31);
  const { page, context, close } = await open(browser);
  await page.getByRole('checkbox', { name: 'sha3-256' }).uncheck();
  await page.getByRole('checkbox', { name: 'kt128' }).check();
  await page.setInputFiles('#files-input', { name: 'warm', mimeType: 'text/plain', buffer: Buffer.from('up') });
  await settled(page);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const heap = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize').value;
  };
  const before = browserMemory();
  const began = Date.now();
  await drop(page, '#drop', [long]);
  let [most, mostHeap] = [0, 0];
  await page.locator('.file', { hasText: 'long' }).locator('dd.running, dd.done').waitFor();
  do {
    most = Math.max(most, browserMemory());
    mostHeap = Math.max(mostHeap, await heap());
    await page.waitForTimeout(100);
  } while (!(await page.locator('#cancel').isDisabled()));
  const seconds = (Date.now() - began) / 1000;
  const hex = await page.locator('.file', { hasText: 'long' }).locator('code').textContent();
  assert.equal(`${hex}  long\n`, counterpoint(folder, 'sum', '-a', 'kt128', 'long'));
  const more = (most - before) / 2 ** 20;
  t.diagnostic(
    `${seconds} s, ${more.toFixed(0)} MiB more in all processes, ${(mostHeap / 2 ** 20).toFixed(1)} MiB of heap`,
  );
  assert.ok(most > 0 && more < 256, `${more} MiB more`);
  assert.ok(mostHeap < 64 * 2 ** 20, `a heap of ${mostHeap} bytes`);
  await close();
});

test('a file that can’t be read says so', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(path.join(folder, 'changing'), 'a');
  const { page, close } = await open(browser);
  await page.evaluate(() => document.querySelectorAll('.chip input:checked').forEach((box) => box.click()));
  await page.setInputFiles('#files-input', path.join(folder, 'changing'));
  await page.locator('.file').waitFor();
  await new Promise((resolve) => {
    setTimeout(resolve, 1100);
  });
  writeFileSync(path.join(folder, 'changing'), 'something else');
  await page.getByRole('checkbox', { name: 'sha3-256' }).check();
  await page.locator('dd.failed').waitFor();
  assert.match(await page.locator('dd.failed').textContent(), /^This file can’t be read: it was changed or moved/);
  await close();
});

/** Creates a file of zeros that takes no space. */
function sparseFile(folder, name, bytes) {
  const file = path.join(folder, name);
  const handle = openSync(file, 'w');
  ftruncateSync(handle, bytes);
  closeSync(handle);
  return file;
}

test('text is hashed while it is typed, as UTF-8 or as hexadecimal digits', async () => {
  const { page, close } = await open(browser);
  const typed = page.getByLabel('Text, hashed as you type');
  const shown = async (digest) => {
    await page.locator('#files code', { hasText: digest }).waitFor();
    assert.equal(await page.locator('#files code').count(), 1);
  };
  await typed.pressSequentially('abc');
  await shown(ABC);
  await typed.fill('é');
  await shown(createHash('sha3-256').update('é').digest('hex'));
  await typed.fill('0x61 62\n63');
  await shown(createHash('sha3-256').update('0x61 62\n63').digest('hex'));
  await page.getByLabel('Read it as').selectOption('hex');
  await shown(ABC);
  for (const [text, problem] of [
    ['616', /odd/],
    ['6g', /“g” is not a hexadecimal digit/],
    ['61\u{1f600}', /“\u{1f600}” is not a hexadecimal digit/u],
  ]) {
    await typed.fill(text);
    assert.match(await page.locator('#typed-problem').textContent(), problem);
    assert.equal(await page.locator('#files code').count(), 0);
  }
  await typed.fill('616263');
  await shown(ABC);
  assert.equal(await page.locator('#typed-problem').textContent(), '');
  await typed.fill('');
  await page.locator('#results').waitFor({ state: 'hidden' });
  await close();
});

test('half of a character is not hashed as something else; Remove all removes what is said about a text', async () => {
  const { page, close } = await open(browser);
  const typed = page.getByLabel('Text, hashed as you type');
  await typed.evaluate((area) => {
    area.value = 'a\ud800b';
    area.dispatchEvent(new InputEvent('input'));
  });
  assert.match(await page.locator('#typed-problem').textContent(), /lone surrogate/);
  assert.equal(await page.locator('#files code').count(), 0);
  await page.getByLabel('Read it as').selectOption('hex');
  await typed.fill('61');
  await page.locator('#files code').waitFor();
  // Text that a browser has kept from an earlier visit appears without an input event.
  await typed.evaluate((area) => {
    area.value = '616263';
    dispatchEvent(new PageTransitionEvent('pageshow'));
  });
  await page.locator('#files code', { hasText: ABC }).waitFor();
  await typed.fill('6');
  assert.match(await page.locator('#typed-problem').textContent(), /odd/);
  await page.evaluate(() => document.getElementById('clear').click());
  assert.equal(await page.locator('#typed-problem').textContent(), '');
  assert.equal(await typed.evaluate((area) => area.validity.valid), true);
  await page.locator('#results').waitFor({ state: 'hidden' });
  await close();
});
