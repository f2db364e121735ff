/** The benchmark tab: a table for each function, filled while the worker measures. */

import benchmarkWorker from 'worker:./worker.js';
import { announce, byId, copy, make } from '../elements.js';
import { NO_WORKER, workerMaker } from '../workers.js';
import { SIZES, USUAL } from './plan.js';

/** The width of a column in the copied text. */
const COLUMN = 26;

export function startBenchmark() {
  const panel = byId('panel-benchmark');
  const status = make('p', { class: 'quiet', id: 'benchmark-status' }, 'Loading the modules …');
  panel.replaceChildren(
    make(
      'p',
      { class: 'lead' },
      'Measures every implementation in this browser. Each figure is the minimum of many short slices that ' +
        'alternate between the implementations. Close other busy programs first.',
    ),
    status,
  );
  loadModules().then(
    (modules) => new Benchmark(panel, status, modules),
    (error) => {
      status.textContent = error.message;
    },
  );
}

/** Loads the script with the modules, which is large and only used by this tab. */
async function loadModules() {
  await new Promise((resolve, reject) => {
    const script = make('script', { src: 'modules.js' });
    script.addEventListener('load', resolve);
    script.addEventListener('error', () =>
      reject(new Error('modules.js, a part of this page, can’t be loaded.')),
    );
    document.head.append(script);
  });
  return globalThis.counterpointModules;
}

class Benchmark {
  constructor(panel, status, modules) {
    Object.assign(this, { panel, status, results: new Map(), running: false });
    this.worker = workerMaker(benchmarkWorker)();
    this.worker.onmessage = ({ data }) => this.onMessage(data);
    this.worker.onerror = (event) => {
      status.textContent = event.message || NO_WORKER;
    };
    this.worker.postMessage({ modules });
  }

  onMessage({ functions, flavour, measured, done, all, finished, stopped, error }) {
    if (functions) this.build(functions, flavour);
    if (error) this.end(error);
    if (measured) {
      this.store(measured);
      this.bar.style.width = `${(100 * done) / all}%`;
      this.meter.setAttribute('aria-valuenow', Math.round((100 * done) / all));
      this.status.textContent = `${done} of ${all} measurements`;
      if (done % SIZES.length === 0) announce(`${measured.name} measured, ${done} of ${all}`);
    }
    if (finished) this.end(stopped ? 'Stopped.' : 'Done.');
  }

  build(functions, flavour) {
    this.functions = functions;
    this.flavour = flavour;
    this.boxes = functions.map(({ name }) =>
      make('input', { type: 'checkbox', value: name, checked: USUAL.includes(name) }),
    );
    this.start = make('button', { class: 'primary' }, 'Measure');
    this.stop = make('button', { disabled: true }, 'Stop');
    this.copy = make('button', { disabled: true }, 'Copy as text');
    this.bar = make('div', {});
    this.meter = make(
      'div',
      { class: 'meter', role: 'progressbar', 'aria-label': 'Measurements', 'aria-valuenow': 0 },
      this.bar,
    );
    this.tables = make('div', { class: 'tables' });
    this.start.addEventListener('click', () => this.begin());
    this.stop.addEventListener('click', () => this.worker.postMessage({ stop: true }));
    this.copy.addEventListener('click', () => copy(this.text(), this.copy));
    this.status.textContent = 'No measurements yet.';
    this.panel.append(
      make(
        'fieldset',
        { class: 'family' },
        make('legend', {}, 'Functions'),
        make(
          'div',
          { class: 'chips' },
          ...this.boxes.map((box) => make('label', { class: 'chip' }, box, make('span', {}, box.value))),
        ),
      ),
      make('p', { class: 'row actions' }, this.start, this.stop, this.copy),
      this.meter,
      this.status,
      this.tables,
      make(
        'p',
        { class: 'quiet' },
        `${browserText()} · module all-${flavour}. ` +
          '“1000 × 32 B” is 1000 messages of 32 bytes in one call, in ns per message. Implementations marked ' +
          '* read tables at addresses that depend on the message, and are used only if you name them.',
      ),
    );
  }

  begin() {
    const names = this.boxes.filter((box) => box.checked).map((box) => box.value);
    if (names.length === 0) {
      this.status.textContent = 'Choose a function.';
      return;
    }
    this.results.clear();
    this.tables.replaceChildren();
    this.bar.style.width = '0';
    this.setRunning(true);
    this.status.textContent = 'Measuring …';
    announce('Measuring');
    this.worker.postMessage({ measure: names });
  }

  end(text) {
    this.status.textContent = text;
    if (!this.functions) return;
    announce(`${text} ${this.results.size} functions have results.`);
    this.setRunning(false);
  }

  setRunning(running) {
    // Disabling the focused button must not lose the focus.
    const focused = document.activeElement;
    this.start.disabled = running;
    this.stop.disabled = !running;
    this.copy.disabled = this.results.size === 0;
    if (focused === this.start || focused === this.stop) (running ? this.stop : this.start).focus();
  }

  store({ name, size, times }) {
    if (!this.results.has(name)) {
      const holder = make('div', { class: 'result' });
      this.results.set(name, { sizes: new Map(), holder });
      this.tables.append(holder);
    }
    const result = this.results.get(name);
    result.sizes.set(size, new Map(times));
    result.holder.replaceChildren(this.table(name, result.sizes));
  }

  /** Returns the table of a function, with the fastest entry in each column marked. */
  table(name, sizes) {
    const { implementations } = this.functions.find((each) => each.name === name);
    const head = make(
      'tr',
      {},
      make('th', { scope: 'col' }, 'implementation'),
      ...SIZES.map(({ label, count }) =>
        make('th', { scope: 'col' }, label, make('span', { class: 'unit' }, unit(count))),
      ),
    );
    const rows = implementations.map(({ i, name: implementation, constantTime }) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row' }, constantTime ? implementation : `${implementation} *`),
        ...SIZES.map((size) => {
          const times = sizes.get(size.key);
          const time = times?.get(i);
          if (time === undefined) return make('td', { class: 'quiet' }, times ? '–' : '');
          const best = time === Math.min(...times.values());
          const bar = make('span', { class: 'relative' });
          bar.style.width = `${(100 * Math.min(...times.values())) / time}%`;
          return make(
            'td',
            { class: best ? 'best' : undefined },
            make(
              'span',
              { class: 'figure' },
              figure(size, time),
              best ? make('span', { class: 'hidden' }, ' fastest') : '',
            ),
            bar,
          );
        }),
      ),
    );
    return make(
      'div',
      { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': name },
      make(
        'table',
        { class: 'figures' },
        make('caption', {}, name),
        make('thead', {}, head),
        make('tbody', {}, ...rows),
      ),
    );
  }

  /** Returns all results as text. */
  text() {
    const lines = [`Counterpoint in ${browserText()}, module all-${this.flavour}`];
    for (const [name, { sizes }] of this.results) {
      lines.push(
        '',
        `${name.padEnd(30)}${SIZES.map(({ label, count }) => `${label}, ${unit(count)}`.padStart(COLUMN)).join('')}`,
      );
      for (const { i, name: implementation, constantTime } of this.functions.find((each) => each.name === name)
        .implementations) {
        const cells = SIZES.map((size) => {
          const time = sizes.get(size.key)?.get(i);
          return (time === undefined ? '-' : figure(size, time)).padStart(COLUMN);
        });
        lines.push(`${(constantTime ? implementation : `${implementation} *`).padEnd(30)}${cells.join('')}`);
      }
    }
    return `${lines.join('\n')}\n`;
  }
}

/** The unit of a column: MB/s for long messages, nanoseconds for short ones. */
function unit(count) {
  return count > 1 ? 'ns per message' : 'MB/s · ns';
}

/** Formats a time in milliseconds: for one message as MB/s and ns, for many as ns per message. */
function figure({ bytes, count }, time) {
  const ns = (time * 1e6) / count;
  const nsText = ns < 100 ? ns.toFixed(1) : Math.round(ns).toLocaleString('en');
  if (count > 1) return nsText;
  const speed = (bytes / ns) * 1e3;
  return `${speed < 100 ? speed.toFixed(1) : Math.round(speed)} · ${nsText}`;
}

/** Returns the browser's name and version. */
function browserText() {
  const brand = navigator.userAgentData?.brands.find(({ brand: name }) => !/not.*brand/i.test(name));
  const version = / (Firefox|Edg|OPR|Chrome|Version)\/[\d.]+/.exec(navigator.userAgent)?.[0].trim().replace('/', ' ');
  return [
    brand ? `${brand.brand} ${brand.version}` : (version ?? navigator.userAgent),
    navigator.userAgentData?.platform ?? navigator.platform,
    `${navigator.hardwareConcurrency} threads`,
  ]
    .filter(Boolean)
    .join(', ');
}
