/** A file in the list of results: its name, its digests and its verdict. */

import { copy, make, sizeText } from '../elements.js';
import { label } from './requests.js';
import { OK, PENDING, UNCHECKED, WRONG } from './verdicts.js';

/** How verdicts on files are shown: a symbol and a word. */
export const BADGES = {
  [OK]: ['✓', 'OK'],
  [WRONG]: ['✗', 'WRONG'],
  [PENDING]: ['…', 'not yet'],
  [UNCHECKED]: ['!', 'not checked'],
};

/** Returns the badge of a verdict. */
export function badge(verdict, [symbol, word] = BADGES[verdict]) {
  return make('span', { class: `badge ${verdict}` }, make('span', { 'aria-hidden': 'true' }, symbol), ` ${word}`);
}

export class FileRow {
  /** `onUseAsList` is called when the user declares the file a list; without it, there is no button for this. */
  constructor(session, file, onUseAsList) {
    this.session = session;
    this.file = file;
    this.verdict = make('span', { class: 'verdict' });
    this.expected = make('p', { class: 'expected', hidden: true });
    this.digests = make('dl', { class: 'digests' });
    const remove = make('button', { class: 'small', 'aria-label': `Remove ${file.path}` }, 'Remove');
    remove.addEventListener('click', () => session.remove(file.path));
    const buttons = [remove];
    if (onUseAsList) {
      const use = make('button', { class: 'small', 'aria-label': `Use ${file.path} as a list` }, 'Use as a list');
      use.addEventListener('click', onUseAsList);
      buttons.unshift(use);
    }
    this.element = make(
      'li',
      { class: 'file' },
      make(
        'div',
        { class: 'file-head' },
        make('span', { class: 'name' }, file.path),
        this.verdict,
        make('span', { class: 'quiet size' }, file.file ? sizeText(file.file.size) : ''),
        ...buttons,
      ),
      this.expected,
      this.digests,
    );
    this.cells = new Map();
  }

  render() {
    const { path, digests, error } = this.file;
    const verdict = this.session.verdictOfFile(path);
    this.verdict.replaceChildren(...(verdict ? [badge(verdict)] : []));
    const wrong = verdict === WRONG ? this.session.wrongLinesFor(path) : [];
    this.expected.hidden = wrong.length === 0;
    this.expected.replaceChildren(
      ...wrong.flatMap(({ digest, number }) => ['line ', String(number), ' expects ', make('code', {}, digest), ' ']),
    );
    if (error) {
      this.digests.replaceChildren(make('dt', {}, 'Not hashed'), make('dd', { class: 'error' }, error));
      return;
    }
    for (const key of this.cells.keys()) if (!digests.has(key)) this.cells.delete(key);
    for (const [key, digest] of digests) {
      if (!this.cells.has(key)) {
        this.cells.set(key, { dt: make('dt', {}, label(digest.request)), dd: make('dd', {}), shown: undefined });
      }
      this.renderDigest(this.cells.get(key), digest);
    }
    const wanted = [...this.cells.values()].flatMap(({ dt, dd }) => [dt, dd]);
    const same =
      wanted.length === this.digests.children.length &&
      wanted.every((element, i) => element === this.digests.children[i]);
    if (!same) this.digests.replaceChildren(...wanted);
  }

  /** Updates a digest on the page, if it has changed. */
  renderDigest(cell, { state, hex, error, bytes, size }) {
    const percent = size === 0 ? 0 : Math.floor((100 * bytes) / size);
    const shown = JSON.stringify([state, hex, error, percent]);
    if (shown === cell.shown) return;
    cell.shown = shown;
    cell.dd.className = state;
    if (state === 'done') {
      const button = make(
        'button',
        { class: 'small', 'aria-label': `Copy ${cell.dt.textContent} of ${this.file.path}` },
        'Copy',
      );
      button.addEventListener('click', () => copy(hex, button));
      cell.dd.replaceChildren(make('code', {}, hex), button);
    } else if (state === 'running') {
      const bar = make('span', { class: 'bar' });
      bar.style.width = `${percent}%`;
      cell.dd.replaceChildren(make('span', { class: 'meter' }, bar), make('span', {}, `${percent} %`));
    } else {
      cell.dd.replaceChildren({ waiting: 'waiting', cancelled: 'cancelled', failed: error }[state]);
    }
  }
}
