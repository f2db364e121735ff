/**
 * Shows a scene step by step, as a table in which bytes move to their new places. A scene is data:
 *
 *   { title, intro, columns, columnsTitle, follow, followText, steps: [{ title, text, cite, rows }] }
 *   a row   { title, first, cells }      `first` begins a new block of rows
 *   a cell  { key, id, text, tag, kind, hue, from, changed, factors }
 *
 * `key` is the cell's place in its step, and `from` is the place in the previous step that its byte comes from. `id`
 * names the byte, so that it can be followed; in a cell with a sum, `factors` has the factor of each byte, by its
 * number.
 */

import { announce, make } from '../elements.js';

/** The duration of a move, and of a step during playback, in milliseconds. */
const MOVE = 700;
const STEP = 3200;

export class Player {
  constructor(scene) {
    this.scene = scene;
    this.at = 0;
    this.playing = 0;
    this.followed = '';
    this.build();
    this.show(0, { quiet: true });
  }

  build() {
    const { scene } = this;
    const button = (text, act) => {
      const element = make('button', {}, text);
      element.addEventListener('click', act);
      return element;
    };
    this.previous = button('Back', () => this.go(this.at - 1));
    this.next = button('Next step', () => this.go(this.at + 1));
    this.next.classList.add('primary');
    this.play = button('Play', () => this.togglePlaying());
    this.slider = make('input', { type: 'range', min: 0, max: scene.steps.length - 1, step: 1, 'aria-label': 'Step' });
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    this.counter = make('span', { class: 'quiet counter' });
    this.heading = make('h3', {});
    this.text = make('p', {});
    this.table = make('table', { class: 'cells' });
    const select = make(
      'select',
      {},
      make('option', { value: '' }, 'nothing'),
      ...scene.follow.map((id) => make('option', { value: id }, scene.followText?.(id) ?? id)),
    );
    select.addEventListener('change', () => {
      this.followed = select.value;
      this.mark();
    });
    this.followedAt = make('span', { class: 'quiet' });
    this.element = make(
      'div',
      { class: 'player' },
      make('div', { class: 'controls' }, this.previous, this.next, this.play, this.slider, this.counter),
      make('div', { class: 'sentence' }, this.heading, this.text),
      make('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': `${scene.title}: bytes` }, this.table),
      make('p', { class: 'row follow' }, make('label', {}, 'Follow ', select), this.followedAt),
    );
    this.element.addEventListener('keydown', (event) => this.onKey(event));
  }

  onKey(event) {
    if (event.target.matches('select, input')) return;
    const target = {
      ArrowRight: this.at + 1,
      ArrowLeft: this.at - 1,
      Home: 0,
      End: this.scene.steps.length - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.go(target);
  }

  /** Goes to a step at the user's request. */
  go(step) {
    this.stop();
    this.show(step);
  }

  togglePlaying() {
    if (this.playing) {
      this.stop();
      return;
    }
    if (this.at === this.scene.steps.length - 1) this.show(0);
    this.play.textContent = 'Pause';
    this.playing = setInterval(() => {
      this.show(this.at + 1);
      if (this.at === this.scene.steps.length - 1) this.stop();
    }, STEP);
  }

  stop() {
    clearInterval(this.playing);
    this.playing = 0;
    this.play.textContent = 'Play';
  }

  show(step, { quiet = false } = {}) {
    const { steps } = this.scene;
    const target = Math.max(0, Math.min(steps.length - 1, step));
    const forward = target === this.at + 1;
    this.at = target;
    const { title, text, cite } = steps[target];
    const before = forward ? this.places() : new Map();
    this.heading.textContent = title;
    this.text.textContent = `${text} ${cite}`;
    this.counter.textContent = `${target + 1} of ${steps.length}`;
    this.slider.value = target;
    this.slider.setAttribute('aria-valuetext', `${target + 1} of ${steps.length}: ${title}`);
    // Buttons stay focusable on the first and last step, so that the focus is not lost.
    this.previous.setAttribute('aria-disabled', target === 0);
    this.next.setAttribute('aria-disabled', target === steps.length - 1);
    this.fill(steps[target]);
    this.mark();
    if (forward) this.animate(before);
    if (!quiet) announce(`Step ${target + 1}: ${title}. ${text}`);
  }

  /** Fills the table with the cells of a step. */
  fill({ title, rows }) {
    const { columns, columnsTitle, title: scene } = this.scene;
    this.cells = new Map();
    const head = make(
      'tr',
      {},
      make('th', { scope: 'col' }, make('span', { class: 'hidden' }, columnsTitle)),
      ...columns.map((column) => make('th', { scope: 'col' }, column)),
    );
    const body = rows.map(({ title: rowTitle, first, cells }) =>
      make(
        'tr',
        { class: first ? 'first' : undefined },
        make('th', { scope: 'row' }, rowTitle),
        ...cells.map((cell) => {
          const content = make(
            'span',
            { class: `cell ${cell.kind ?? ''}` },
            make('span', { class: 'value' }, cell.text),
            cell.tag === undefined && !cell.factors ? '' : make('span', { class: 'tag' }, cell.tag ?? ''),
          );
          if (cell.hue !== undefined) {
            content.classList.add('hued');
            content.style.setProperty('--hue', 45 * cell.hue + 20);
          }
          if (cell.changed) content.classList.add('changed');
          this.cells.set(cell.key, { cell, content });
          return make('td', {}, content);
        }),
      ),
    );
    this.table.replaceChildren(
      make('caption', { class: 'hidden' }, `${scene}, ${title}`),
      make('thead', {}, head),
      make('tbody', {}, ...body),
    );
  }

  /** Returns the position of each cell. */
  places() {
    return new Map([...this.cells].map(([key, { content }]) => [key, content.getBoundingClientRect()]));
  }

  /** Moves each byte from its old position, unless the user prefers reduced motion. */
  animate(before) {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const { cell, content } of this.cells.values()) {
      const from = cell.from === undefined ? undefined : before.get(cell.from);
      if (!from) continue;
      const to = content.getBoundingClientRect();
      const [x, y] = [from.left - to.left, from.top - to.top];
      if (x === 0 && y === 0) continue;
      content.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
        duration: MOVE,
        easing: 'cubic-bezier(0.3, 0, 0.2, 1)',
      });
    }
  }

  /** Marks the followed byte, and describes where it is. */
  mark() {
    const places = [];
    for (const { cell, content } of this.cells.values()) {
      const factor = this.followed === '' ? 0 : (cell.factors?.[this.followed] ?? 0);
      const marked = factor > 0 || (this.followed !== '' && cell.id === this.followed);
      content.classList.toggle('followed', marked);
      if (cell.factors) content.querySelector('.tag').textContent = factor > 0 ? `× ${factor}` : '';
      if (marked) {
        const td = content.parentElement;
        const place = `${td.parentElement.firstChild.textContent} at ${this.scene.columns[td.cellIndex - 1]}`;
        places.push(factor > 0 ? `${place} (× ${factor})` : place);
      }
    }
    this.followedAt.textContent = places.length > 0 ? `is in ${places.join(' · ')}` : '';
  }
}
