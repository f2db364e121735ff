/** The techniques tab: scenes are correct, and can be walked through by keyboard. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileUrl, open, startBrowser } from './browser.mjs';

const URL = `${fileUrl}#techniques`;
let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());

/** Chooses a technique. */
async function choose(page, label) {
  await page.getByText(label, { exact: true }).click();
  await page.locator('.player').waitFor();
}

/** Returns the rows of the table as texts: the heading and the values. */
function rows(page) {
  return page
    .locator('.cells tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('th').textContent,
        [...row.querySelectorAll('.value')].map((value) => value.textContent),
      ]),
    );
}

/** Goes to the last step. */
async function toEnd(page) {
  await page.getByRole('button', { name: 'Next step' }).focus();
  await page.keyboard.press('End');
}

test('the perfect shuffle rotates both words', async () => {
  const { page, close } = await open(browser, URL);
  const [a, b] = [0x12345678, 0x9abcdef1];
  await page.getByLabel('Word A').fill(a.toString(16));
  await page.getByLabel('Word B').fill(b.toString(16));
  await page.getByLabel('Word B').press('Tab');
  const slider = page.getByRole('slider', { name: 'Step' });
  await slider.focus();
  // After five steps and the join, the bits alternate.
  for (let i = 0; i < 6; i += 1) await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('.player h3').textContent(), 'Joined');
  const tags = await page.locator('.cells .tag').allTextContents();
  assert.deepEqual(
    tags,
    Array.from({ length: 64 }, (_, i) => `${i % 2 ? 'a' : 'b'}${31 - (i >> 1)}`),
  );
  await toEnd(page);
  const bits = (await rows(page)).map(([, values]) => values.join(''));
  const word = (high, low) => parseInt(bits[high] + bits[low], 2);
  const rotated = (x) => ((x << 2) | (x >>> 30)) >>> 0;
  assert.deepEqual([word(2, 3), word(6, 7)], [rotated(a), rotated(b)]);
  await close();
});

test('byte slicing brings columns to rows, and back to P of the block', async () => {
  const { page, close } = await open(browser, URL);
  await choose(page, 'Byte slicing, Grøstl');
  const text = Array.from({ length: 64 }, (_, i) => String.fromCharCode(48 + i)).join('');
  await page.getByLabel('Block, as text').fill(text);
  await page.getByLabel('Block, as text').press('Tab');
  await page.getByRole('button', { name: 'Next step' }).focus();
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight');
  const sliced = await rows(page);
  sliced.forEach(([title, values], row) => {
    const columns = Array.from({ length: 8 }, (_, column) => (48 + 8 * column + row).toString(16));
    assert.deepEqual([title, values], [`row ${row}`, [...columns, ...columns]]);
  });
  await toEnd(page);
  const found = (await rows(page)).flatMap(([, values]) => values).join('');
  assert.equal(found, p512(text));
  await close();
});

test('Super-Mix adds up, and a byte can be followed to all its places', async () => {
  const { page, close } = await open(browser, URL);
  await choose(page, 'Super-Mix, Fugue');
  const columns = '53'.repeat(16);
  await page.getByLabel('Columns S3').fill(columns);
  await page.getByLabel('Columns S3').press('Tab');
  await page.getByLabel('Follow').selectOption('13');
  await toEnd(page);
  const last = (await rows(page)).at(-1)[1];
  // The sums of the matrix's rows are 2, 2, 4 and 7, times S(53) = ed; docs/techniques/fugue.md.
  assert.deepEqual(
    last,
    ['c1', 'c1', '99', 'b5'].flatMap((byte) => Array(4).fill(byte)),
  );
  // Byte 13 of S3, S0, S1, S2 is byte 9 of S0 to S3, the one that docs/techniques/fugue.md follows.
  const places = await page
    .locator('.cells tbody tr')
    .last()
    .locator('td')
    .evaluateAll((cells) =>
      cells.map((cell, n) => [n, cell.querySelector('.tag').textContent]).filter(([, tag]) => tag),
    );
  assert.deepEqual(places, [
    [1, '× 1'],
    [2, '× 1'],
    [8, '× 4'],
    [9, '× 7'],
    [13, '× 4'],
    [15, '× 7'],
  ]);
  await close();
});

test('every byte of every step comes from a place of the step before', async () => {
  const { page, close } = await open(browser, URL);
  for (const label of ['Perfect shuffle, Luffa', 'Byte slicing, Grøstl', 'Super-Mix, Fugue']) {
    await choose(page, label);
    await page.evaluate(() => {
      window.moves = [];
      Element.prototype.animate = function animate([{ transform }]) {
        window.moves.push(transform);
        return {};
      };
    });
    const steps = Number((await page.locator('.counter').textContent()).split(' of ')[1]);
    await page.getByRole('button', { name: 'Next step' }).focus();
    for (let i = 1; i < steps; i += 1) await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator('.counter').textContent(), `${steps} of ${steps}`);
    const moves = await page.evaluate(() => window.moves);
    assert.ok(moves.length > 100, `${label}: ${moves.length} moves`);
    assert.ok(moves.every((move) => !/NaN|undefined/.test(move)));
  }
  await close();
});

test('nothing moves if little motion is wanted', async () => {
  for (const [reducedMotion, moves] of [
    ['reduce', false],
    ['no-preference', true],
  ]) {
    const { page, close } = await open(browser, URL, { reducedMotion });
    await page.getByRole('button', { name: 'Next step' }).click();
    assert.equal(await page.evaluate(() => document.getAnimations().length > 0), moves, reducedMotion);
    await close();
  }
});

test('input that is wrong is said to be', async () => {
  const { page, close } = await open(browser, URL);
  await page.getByLabel('Word A').fill('xyz');
  await page.getByLabel('Word A').press('Tab');
  assert.equal(
    await page.getByLabel('Word A').evaluate((field) => field.validationMessage),
    'Enter 8 hexadecimal digits.',
  );
  await close();
});

/** Returns the permutation P of Grøstl-256 applied to a text, according to [Groestl] 3.4. */
function p512(text) {
  const double = (x) => (x << 1) ^ (x & 0x80 ? 0x11b : 0);
  const times = (factor, x) => (factor ? (factor & 1 ? x : 0) ^ times(factor >> 1, double(x)) : 0);
  const sbox = (x) => {
    let inverse = 0;
    for (let y = 1; y < 256 && x; y += 1) if (product(x, y) === 1) inverse = y;
    let image = 0x63;
    for (let n = 0; n < 5; n += 1) image ^= ((inverse << n) | (inverse >> (8 - n))) & 0xff;
    return image;
  };
  const product = (x, y) => times(y, x);
  const table = Array.from({ length: 256 }, (_, x) => sbox(x));
  let state = Array.from(text, (c) => c.charCodeAt(0));
  for (let round = 0; round < 10; round += 1) {
    const at = (row, column) => state[8 * (column % 8) + row];
    for (let column = 0; column < 8; column += 1) state[8 * column] ^= (column << 4) | round;
    state = state.map((x) => table[x]);
    state = state.map((_, i) => at(i % 8, Math.floor(i / 8) + (i % 8)));
    state = state.map((_, i) =>
      [2, 2, 3, 4, 5, 3, 5, 7].reduce(
        (sum, factor, k) => sum ^ times(factor, at(((i % 8) + k) % 8, Math.floor(i / 8))),
        0,
      ),
    );
  }
  return state.map((x) => x.toString(16).padStart(2, '0')).join('');
}
