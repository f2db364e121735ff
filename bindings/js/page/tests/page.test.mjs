/** The page as a whole: policies, keyboard, screen readers, colours and narrow screens. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fileUrl, open, screenshot, serve, settled, startBrowser } from './browser.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TABS = ['hash', 'benchmark', 'techniques'];
let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());

/** Fills the page with results: right, wrong, missing. */
async function fill(page) {
  const file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByRole('checkbox', { name: 'kt128' }).check();
  await page.getByRole('checkbox', { name: 'groestl512' }).check();
  await page.setInputFiles('#files-input', [
    file('a tune.mid', 'abc'),
    file('the art of the fugue, contrapunctus XIV.pdf', 'x'.repeat(300_000)),
    file('readme', ''),
  ]);
  await page
    .getByLabel('A digest, or lines of a checksum list')
    .fill(
      [
        'SHA3-256 (a tune.mid) = 3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532',
        `SHA3-256 (readme) = ${'5'.repeat(64)}`,
        `SHA3-256 (gone) = ${'7'.repeat(64)}`,
      ].join('\n'),
    );
  await settled(page);
  await page.locator('#comparison').waitFor();
}

/** Opens a tab and waits for its content. */
async function show(page, tab) {
  await page.locator(`#tab-${tab}`).click();
  if (tab === 'hash') await fill(page);
  if (tab === 'benchmark') await page.getByRole('button', { name: 'Measure' }).waitFor();
  if (tab === 'techniques') {
    await page.getByText('Byte slicing, Grøstl', { exact: true }).click();
    await page.getByLabel('Follow').selectOption('9');
    for (let i = 0; i < 6; i += 1) await page.getByRole('button', { name: 'Next step' }).click();
    // Wait until no byte is moving.
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  }
}

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing, in ${colorScheme} colours`, async () => {
    const { page, close } = await open(browser, fileUrl, { colorScheme });
    for (const tab of TABS) {
      await show(page, tab);
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() =>
        globalThis.axe.run(document, {
          // It would fetch the style sheet, which the page's policy forbids.
          preload: false,
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        }),
      );
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
      );
      assert.deepEqual(found, [], tab);
      await screenshot(page, `${tab}-${colorScheme}`);
    }
    await close();
  });
}

test('nothing is cut off at a width of 320 pixels', async () => {
  const { page, close } = await open(browser, fileUrl, { viewport: { width: 320, height: 640 } });
  for (const tab of TABS) {
    await show(page, tab);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, tab);
    await screenshot(page, `${tab}-narrow`);
  }
  await close();
});

test('colours can be switched, and the choice is kept', async () => {
  const { page, close } = await open(browser, fileUrl, { colorScheme: 'light' });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByText('Dark', { exact: true }).click();
  assert.notEqual(await background(), light);
  await page.reload();
  assert.notEqual(await background(), light);
  await page.getByText('Auto', { exact: true }).click();
  assert.equal(await background(), light);
  await close();
});

test('screen readers find tabs, headings, and names of everything', async () => {
  const { page, close } = await open(browser);
  await fill(page);
  const tree = await page.locator('body').ariaSnapshot();
  for (const part of [
    'heading "Counterpoint" [level=1]',
    'tablist "What the page does"',
    'tab "Hash" [selected]',
    'tabpanel "Hash"',
    'button "Choose files"',
    'heading "Digests" [level=2]',
    'progressbar "Progress of all digests"',
    'list "Files"',
    'button "Remove a tune.mid"',
    'button "Copy SHA3-256 of a tune.mid"',
    'group "SHA-3"',
    'checkbox "sha3-256" [checked]',
    'textbox "A digest, or lines of a checksum list"',
    'combobox "Lines"',
    'status',
  ]) {
    assert.ok(tree.includes(part), `${part} is not in\n${tree}`);
  }
  assert.match(tree, /✓ 1 OK\s+✗ 1 wrong\s+\? 1 missing/);
  await close();
});

test('the keyboard reaches and works everything', async () => {
  const { page, close } = await open(browser);
  // From now on, the file chooser is intercepted.
  page.on('filechooser', () => {});
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      return element.getAttribute('aria-label') || element.id || element.value || element.textContent;
    });
  // Tabs by arrows.
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'auto');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'tab-hash');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await focused(), 'tab-techniques');
  assert.ok(await page.locator('#panel-techniques').isVisible());
  await page.keyboard.press('Home');
  assert.equal(await focused(), 'tab-hash');
  // The buttons of the drop zone open the chooser.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'choose-files');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles({ name: 'abc', mimeType: 'text/plain', buffer: Buffer.from('abc') });
  await settled(page);
  // Every control can be reached, and shows when it has the focus.
  const reached = new Set();
  for (let i = 0; i < 80; i += 1) {
    await page.keyboard.press('Tab');
    reached.add(await focused());
    const visible = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return true;
      return [element, element.nextElementSibling, element.closest('.segments')].some(
        (each) => each && getComputedStyle(each).outlineStyle !== 'none',
      );
    });
    assert.ok(visible, `${await focused()} does not show the focus`);
  }
  for (const control of [
    'choose-folder',
    'Remove abc',
    'Copy SHA3-256 of abc',
    'format',
    'copy-all',
    'sha3-256',
    'luffa512',
    'output-bytes',
    'expected',
    'choose-list',
    'clear',
  ]) {
    assert.ok(reached.has(control), `${control} is not reached`);
  }
  // The space bar makes a choice.
  await page.getByRole('checkbox', { name: 'keccak256' }).focus();
  await page.keyboard.press('Space');
  await page.locator('dd.done').nth(1).waitFor();
  await close();
});

test('the techniques are worked by keys alone', async () => {
  const { page, close } = await open(browser, `${fileUrl}#techniques`);
  await page.locator('#tab-techniques').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.locator('h2', { hasText: 'Byte slicing' }).waitFor();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.player h3', { hasText: 'Interleave bytes' }).waitFor();
  assert.match(await page.locator('#announcements').textContent(), /^Step 2: Interleave bytes\. A round rotates rows/);
  await page.keyboard.press('ArrowRight');
  await page.locator('.player h3', { hasText: 'Interleave pairs' }).waitFor();
  const cell = page.locator('.cells tbody tr').first();
  assert.equal(await cell.locator('th').getAttribute('scope'), 'row');
  assert.equal(await page.locator('.cells thead th').nth(1).getAttribute('scope'), 'col');
  await close();
});

test('a server’s policy without WebAssembly is named, with what to change', async (t) => {
  const server = await serve({ 'Content-Security-Policy': "default-src 'self'; worker-src blob:" });
  t.after(() => server.close());
  const { page, close } = await open(browser, server.url);
  const alert = page.getByRole('alert');
  await alert.waitFor();
  const text = await alert.textContent();
  assert.match(text, /^WebAssembly is forbidden here\./);
  assert.match(text, /add 'wasm-unsafe-eval' to script-src/);
  await screenshot(page, 'forbidden');
  await close({ expectErrors: true });
});

test('a server’s policy without workers is named in the results', async (t) => {
  const server = await serve({ 'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" });
  t.after(() => server.close());
  const { page, close } = await open(browser, server.url);
  await page.setInputFiles('#files-input', { name: 'abc', mimeType: 'text/plain', buffer: Buffer.from('abc') });
  await page.locator('dd.failed').waitFor();
  assert.match(await page.locator('dd.failed').textContent(), /worker-src blob:/);
  await close({ expectErrors: true });
});

test('the narrowest policy that the page needs is enough', async (t) => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; img-src data:";
  const server = await serve({ 'Content-Security-Policy': policy });
  t.after(() => server.close());
  const { page, close } = await open(browser, server.url);
  for (const tab of TABS) await show(page, tab);
  await close();
});

test('two switches of tabs make no further request', async (t) => {
  const server = await serve();
  t.after(() => server.close());
  const { page, requests, close } = await open(browser, server.url);
  page.setDefaultTimeout(30_000);
  for (const tab of [...TABS, ...TABS]) await show(page, tab).catch(() => {});
  const names = requests.filter((each) => each.startsWith('http')).map((each) => each.slice(server.url.length));
  assert.deepEqual(names.sort(), ['', 'modules.js', 'page.css', 'page.js']);
  await close();
});
