/** A browser for the tests: the page as a file and over http, all its requests, and the memory it takes. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
/** The built page. */
export const site = process.env.WEB_PAGE ?? path.join(root, 'target/web');
/** The command `counterpoint`. */
export const command = process.env.COUNTERPOINT ?? path.join(root, 'target/release/counterpoint');
/** Where screenshots are written. */
export const screenshots = path.join(root, 'target/web-screenshots');

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const TYPES = { '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript' };

/** How long the tests wait for an event, in milliseconds: even on a busy machine, only a fault takes longer. */
export const PATIENCE = 600_000;

/** Starts the browser that CHROMIUM names, or the system's. */
export async function startBrowser() {
  assert.ok(existsSync(path.join(site, 'index.html')), `${site} has no page; build it with bindings/js/page/build.mjs`);
  const names = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const executablePath = names.find((name) => name && existsSync(name));
  assert.ok(executablePath, 'no Chromium was found; install it, or name it in CHROMIUM');
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Serves the page, with `headers` in each response. */
export async function serve(headers = {}) {
  const server = createServer((request, response) => {
    const name = path.basename(new URL(request.url, 'http://page').pathname) || 'index.html';
    const file = path.join(site, name);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': TYPES[path.extname(name)] ?? 'application/octet-stream', ...headers });
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** The URL of the page as a file. */
export const fileUrl = pathToFileURL(path.join(site, 'index.html')).href;

/**
 * Opens the page in its own context. `close` fails after an error on the page, or a request for anything but the page's
 * own files.
 */
export async function open(browser, url = fileUrl, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const [errors, requests] = [[], []];
  context.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(url);
  const own = new URL('.', url).href;
  const close = async ({ expectErrors = false } = {}) => {
    await context.close();
    const foreign = requests.filter((each) => !each.startsWith(own) && !/^(blob|data):/.test(each));
    assert.deepEqual(foreign, [], 'requests beside those for the page itself');
    if (!expectErrors) assert.deepEqual(errors, [], 'errors of the page');
  };
  return { page, context, errors, requests, close };
}

/** Creates a folder for a test, and removes it afterwards. */
export function temporaryFolder(test) {
  const folder = mkdtempSync(path.join(tmpdir(), 'counterpoint-web-'));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Drops files or folders from this machine onto an element, as a user does. */
export async function drop(page, selector, files) {
  const box = await page.locator(selector).boundingBox();
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    await session.send('Input.dispatchDragEvent', { type, x: box.x + box.width / 2, y: box.y + 20, data });
  }
  await session.detach();
}

/** Waits until all digests are computed. */
export async function settled(page) {
  await page.waitForFunction(
    () =>
      document.getElementById('cancel').disabled &&
      /[1-9][\d,]* of [\d,]+ digest/.test(document.getElementById('progress').textContent),
  );
}

/** Returns the content of the clipboard. */
export async function clipboard(page) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Takes a screenshot for people to look at. */
export async function screenshot(page, name) {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: path.join(screenshots, `${name}.png`), fullPage: true });
}

/** Returns the memory of the browser's processes in bytes, each shared page counted once. */
export function browserMemory() {
  const children = new Map();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${entry}/stat`, 'utf8'))[1];
      children.set(parent, [...(children.get(parent) ?? []), entry]);
    } catch {
      // The process has ended.
    }
  }
  const all = [];
  const visit = (process) =>
    children.get(process)?.forEach((child) => {
      all.push(child);
      visit(child);
    });
  visit(String(process.pid));
  return all.reduce((sum, process) => {
    try {
      return sum + 1024 * Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${process}/smaps_rollup`, 'utf8'))[1]);
    } catch {
      return sum;
    }
  }, 0);
}
