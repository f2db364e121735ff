#!/usr/bin/env node
/**
 * Builds the page into target/web: an HTML file, a style sheet and classic scripts, since browsers don't load module
 * scripts from files. Workers are bundled as text into the script that starts them.
 *
 *   bindings/js/page/build.mjs [--package FOLDER] [--modules FOLDER] [--out FOLDER]
 *
 * --package is the npm package to bundle (bindings/js/npm/dist), --modules has further WebAssembly modules
 * (target/wasm), and the page goes to --out (target/web).
 */

import { build } from 'esbuild';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');
const { values: options } = parseArgs({
  options: {
    package: { type: 'string', default: path.join(root, 'bindings/js/npm/dist') },
    modules: { type: 'string', default: path.join(root, 'target/wasm') },
    out: { type: 'string', default: path.join(root, 'target/web') },
  },
});

/** `import source from 'worker:./file.js'` is the text of a classic script bundled from this file. */
const workers = {
  name: 'workers',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^worker:/ }, ({ path: name, resolveDir }) => ({
      path: path.join(resolveDir, name.slice('worker:'.length)),
      namespace: 'worker',
    }));
    onLoad({ filter: /.*/, namespace: 'worker' }, async ({ path: file }) => {
      const { outputFiles, metafile } = await build({ ...common, entryPoints: [file], write: false, metafile: true });
      return { contents: outputFiles[0].text, loader: 'text', watchFiles: Object.keys(metafile.inputs) };
    });
  },
};

/** `import bytes from 'module:name.wasm'` is a WebAssembly module as a Uint8Array. */
const modules = {
  name: 'modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^module:/ }, ({ path: name }) => ({
      path: path.resolve(options.modules, name.slice('module:'.length)),
      namespace: 'module',
    }));
    onLoad({ filter: /.*/, namespace: 'module' }, async ({ path: file }) => ({
      contents: await readFile(file).catch(() => lacking(file, 'scripts/wasm.sh')),
      loader: 'binary',
    }));
  },
};

/** `import ... from 'counterpoint/keccak'` is the npm package. */
const counterpoint = {
  name: 'counterpoint',
  async setup({ onResolve }) {
    const description = path.join(options.package, 'package.json');
    const remedy = () => lacking(description, 'node bindings/js/npm/build.mjs');
    const text = await readFile(description, 'utf8').catch(remedy);
    const { exports } = JSON.parse(text);
    onResolve({ filter: /^counterpoint\// }, ({ path: name }) => {
      const target = exports[`.${name.slice('counterpoint'.length)}`];
      return { path: path.join(path.resolve(options.package), scriptOf(target)) };
    });
  },
};

function lacking(file, command) {
  throw new Error(`${file} is missing; build it with ${command}, or pass another folder`);
}

/** Returns the file that a browser should load, from an entry of `exports`. */
function scriptOf(target) {
  if (typeof target === 'string') return target;
  return scriptOf(target.browser ?? target.import ?? target.default);
}

const common = {
  bundle: true,
  format: 'iife',
  target: ['chrome123', 'firefox120', 'safari17.5'],
  minify: true,
  legalComments: 'none',
  charset: 'utf8',
  plugins: [workers, modules, counterpoint],
  logLevel: 'warning',
};

await rm(options.out, { recursive: true, force: true });
await mkdir(options.out, { recursive: true });
const entryPoints = ['page.js', 'page.css', 'modules.js'].map((name) => path.join(here, 'src', name));
await build({ ...common, entryPoints, outdir: options.out });
await copyFile(path.join(here, 'src/index.html'), path.join(options.out, 'index.html'));
console.log(`The page is in ${path.relative(process.cwd(), options.out) || '.'}: open index.html there.`);
