/**
 * The worker that measures.
 *
 *   to the worker     { modules: [name, bytes] }      { measure: [names of functions] }      { stop: true }
 *   from the worker   { flavour, functions }          { measured, done, all }                { finished: true }
 *
 * A time is the minimum of many short slices, since disturbances only make a slice longer. The slices of all
 * implementations of a function alternate, so that changes of the clock frequency affect all of them.
 */

import { Module } from './module.js';
import { BUDGET, FEWEST, ROUNDS, SIZES, SLICE, WARM_UP } from './plan.js';

let module;
let stopped = false;

self.onmessage = ({ data }) => {
  const answer = async () => {
    if (data.modules) load(data.modules);
    else if (data.stop) stopped = true;
    else await measureAll(data.measure);
  };
  answer().catch((error) => self.postMessage({ error: String(error?.message ?? error) }));
};

/** Loads the first module that this browser can compile. */
function load(modules) {
  const [flavour, bytes] = modules.find(([, each]) => WebAssembly.validate(each)) ?? [];
  if (!bytes) throw new Error('This browser can’t compile any of the modules: it lacks WebAssembly with SIMD.');
  module = new Module(new WebAssembly.Module(bytes));
  self.postMessage({ flavour, functions: module.functions });
}

async function measureAll(names) {
  stopped = false;
  module.fill();
  const functions = module.functions.filter(({ name }) => names.includes(name));
  const jobs = functions.flatMap((each) => SIZES.map((size) => ({ each, size })));
  for (const [done, { each, size }] of jobs.entries()) {
    const times = await measure(each, size);
    if (stopped) break;
    self.postMessage({ measured: { name: each.name, size: size.key, times }, done: done + 1, all: jobs.length });
  }
  self.postMessage({ finished: true, stopped });
}

/**
 * Returns the time of one call of each implementation, in milliseconds, after checking that their digests are equal.
 */
async function measure({ f, name, digestBytes, implementations }, size) {
  const fitting = implementations.filter(({ states }) => size.count > 1 || states === 1);
  const runs = [];
  let expected;
  for (const { i, name: implementation } of fitting) {
    module.digest(f, i, size);
    const digests = module.output(digestBytes * size.count).join();
    expected ??= digests;
    if (digests !== expected) throw new Error(`${name}, ${implementation}: wrong digest`);
    const calls = callsOf(() => module.digest(f, i, size));
    runs.push({ i, calls, least: Infinity, spent: 0 });
    await pause();
  }
  for (let round = 0; round < ROUNDS && !stopped; round += 1) {
    for (const run of runs.filter(({ spent }) => round < FEWEST || spent < BUDGET)) {
      const time = timeOf(() => module.digest(f, run.i, size), run.calls);
      run.spent += time;
      run.least = Math.min(run.least, time / run.calls);
    }
    await pause();
  }
  return runs.map(({ i, least }) => [i, least]);
}

/** Warms up a call; returns how many fill a slice. Takes the minimum of three times, since one may be disturbed. */
function callsOf(call) {
  for (let [calls, spent] = [1, 0]; ; calls *= 2) {
    let least = Infinity;
    for (let n = 0; n < 3 && (n === 0 || spent < BUDGET); n += 1) {
      const time = timeOf(call, calls);
      spent += time;
      least = Math.min(least, time);
    }
    if (spent >= WARM_UP && least >= SLICE / 2) return Math.max(1, Math.round((SLICE * calls) / least));
  }
}

/**
 * Returns how long some calls take. Browsers coarsen the clock to 0.1 ms or more, so the measurement begins when it has
 * just advanced.
 */
function timeOf(call, calls) {
  const before = performance.now();
  let began = before;
  while (began === before) began = performance.now();
  for (let n = calls; n > 0; n -= 1) call();
  return performance.now() - began;
}

/** Lets this worker receive messages. */
function pause() {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
