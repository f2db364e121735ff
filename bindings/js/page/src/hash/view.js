/** The hashing tab: shows a session, and passes on the user's actions. */

import hashWorker from 'worker:./worker.js';
import { DEFAULT_ALGORITHM, FAMILIES, LONGEST_OUTPUT, byName } from '../algorithms.js';
import { announce, byId, copy, count, make } from '../elements.js';
import { workerMaker } from '../workers.js';
import { FORMATS, formatLine, parseList } from './checksum_lines.js';
import { droppedFiles, selectedFiles } from './chosen_files.js';
import { FileRow } from './file_row.js';
import { showComparison } from './comparison.js';
import { Pool } from './pool.js';
import { label, request } from './requests.js';
import { Session } from './session.js';
import { TYPED, bytesOf } from './typed_text.js';

/** Names that suggest a list of digests. */
const LIST_NAME = /(^|[/._-])(sums?|checksums?|digests?|sha3|keccak|kt128)(\.txt)?$/i;

export function startHashing() {
  const rows = new Map();
  const changed = new Set();
  let everything = false;
  let frame = 0;
  const session = new Session(new Pool(workerMaker(hashWorker)), (file) => {
    if (file) changed.add(file.path);
    else everything = true;
    frame ||= requestAnimationFrame(render);
  });

  function render() {
    frame = 0;
    if (everything) arrangeRows();
    for (const path of everything ? rows.keys() : changed) rows.get(path)?.render();
    everything = false;
    changed.clear();
    showState(session);
    showComparison(session);
  }

  function arrangeRows() {
    for (const [path, row] of rows) {
      if (session.files.get(path) !== row.file) {
        row.element.remove();
        rows.delete(path);
      }
    }
    for (const [path, file] of session.files) {
      if (rows.has(path)) continue;
      const row = new FileRow(session, file, LIST_NAME.test(path) ? () => useAsList(file) : undefined);
      rows.set(path, row);
      byId('files').append(row.element);
    }
    byId('results').hidden = session.files.size === 0 && session.lists.length === 0;
  }

  const lists = new Lists(session);
  const useAsList = async (file) => {
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
    await lists.add(file.path, folder, file.file);
    session.remove(file.path);
  };

  startChoices(session);
  startDropping(session, lists);
  startTyping(session);
  startButtons(session);
}

/** Shows the progress: in words, as a bar and to screen readers. */
function showState(session) {
  const { waiting, running, done, failed, cancelled, active, part } = session.progress();
  const all = waiting + running + done + failed + cancelled;
  const percent = Math.floor(100 * part);
  const parts = [
    active > 0 && `${percent} %`,
    `${done.toLocaleString('en')} of ${count(all, 'digest')}`,
    count(session.files.size, 'file'),
    failed > 0 && `${failed} failed`,
    cancelled > 0 && `${cancelled} cancelled`,
  ];
  const text = parts.filter(Boolean).join(' · ');
  byId('progress').textContent = text;
  const meter = byId('meter');
  meter.setAttribute('role', 'progressbar');
  meter.setAttribute('aria-label', 'Progress of all digests');
  meter.setAttribute('aria-valuenow', percent);
  byId('meter-bar').style.width = `${percent}%`;
  byId('cancel').disabled = active === 0;
  byId('resume').hidden = cancelled === 0;
  byId('copy-all').disabled = done === 0;
  tell(active, percent, text);
}

let told = { active: 0, tenth: -1 };

/** Announces the start, each further tenth, and the end. */
function tell(active, percent, text) {
  const tenth = Math.floor(percent / 10);
  if (active > 0 && tenth !== told.tenth) announce(`Hashing: ${text}`);
  if (active === 0 && told.active > 0) announce(`Done: ${text}. ${byId('comparison-summary').textContent}`);
  told = { active, tenth };
}

/** The choice of functions. */
function startChoices(session) {
  const boxes = [];
  for (const { title, about, algorithms } of FAMILIES) {
    const chips = algorithms.map(({ name }) => {
      const box = make('input', { type: 'checkbox', value: name, checked: name === DEFAULT_ALGORITHM });
      boxes.push(box);
      return make('label', { class: 'chip' }, box, make('span', {}, name));
    });
    byId('families').append(
      make(
        'fieldset',
        { class: 'family' },
        make('legend', {}, title),
        make('p', { class: 'quiet' }, about),
        make('div', { class: 'chips' }, ...chips),
      ),
    );
  }
  const output = byId('output-bytes');
  const update = () => {
    const bytes = output.value === '' ? undefined : Number(output.value);
    const good = bytes === undefined || (Number.isInteger(bytes) && bytes >= 1 && bytes <= LONGEST_OUTPUT);
    output.setCustomValidity(good ? '' : `Enter a whole number of bytes from 1 to ${LONGEST_OUTPUT}`);
    if (!output.reportValidity()) return;
    const requests = boxes
      .filter((box) => box.checked)
      .map((box) => {
        const algorithm = byName(box.value);
        return request(algorithm, {}, algorithm.extendable ? bytes : undefined);
      });
    byId('chosen').textContent = requests.length === 0 ? 'None chosen.' : requests.map(label).join(' · ');
    byId('format').value = requests.length > 1 ? FORMATS.tag : FORMATS.plain;
    session.choose(requests);
  };
  for (const box of boxes) box.addEventListener('change', update);
  output.addEventListener('change', update);
  update();
}

/** Adds files that are dropped or chosen. */
function startDropping(session, lists) {
  const accept = (target, take) => {
    target.addEventListener('dragover', (event) => {
      event.preventDefault();
      target.classList.add('over');
    });
    target.addEventListener('dragleave', () => target.classList.remove('over'));
    target.addEventListener('drop', (event) => {
      event.preventDefault();
      event.stopPropagation();
      target.classList.remove('over');
      take(droppedFiles(event.dataTransfer));
    });
  };
  const add = async (dropped) => {
    const { files, passedOver } = await dropped;
    byId('passed-over').hidden = !passedOver;
    session.add(files);
  };
  accept(byId('drop'), add);
  accept(byId('compare'), async (dropped) => {
    for (const { path, file } of (await dropped).files) await lists.add(path, '', file);
  });
  // A drop elsewhere must not make the browser leave the page.
  accept(document.body, add);

  for (const [button, input] of [
    ['choose-files', 'files-input'],
    ['choose-folder', 'folder-input'],
  ]) {
    byId(button).addEventListener('click', () => byId(input).click());
    byId(input).addEventListener('change', () => {
      byId('passed-over').hidden = true;
      session.add(selectedFiles(byId(input)));
      byId(input).value = '';
    });
  }
  byId('choose-list').addEventListener('click', () => byId('list-input').click());
  byId('list-input').addEventListener('change', async () => {
    const files = selectedFiles(byId('list-input'));
    byId('list-input').value = '';
    for (const { path, file } of files) await lists.add(path, '', file);
  });
  byId('expected').addEventListener('input', () => lists.setText(byId('expected').value));
}

/** Hashes the typed text after each change. */
function startTyping(session) {
  const update = () => {
    const text = byId('typed').value;
    let problem = '';
    session.remove(TYPED);
    try {
      const bytes = bytesOf(text, byId('typed-as').value === 'hex');
      if (text !== '') session.add([{ path: TYPED, file: new Blob([bytes]) }]);
    } catch (error) {
      problem = error.message;
    }
    byId('typed').setCustomValidity(problem);
    byId('typed-problem').textContent = problem;
  };
  byId('typed').addEventListener('input', update);
  byId('typed-as').addEventListener('change', update);
  byId('clear').addEventListener('click', () => {
    byId('typed').value = '';
    update();
  });
  // Browsers restore typed text when a page is reloaded, some only after its scripts have run.
  addEventListener('pageshow', update);
}

function startButtons(session) {
  byId('cancel').addEventListener('click', () => session.cancel());
  byId('resume').addEventListener('click', () => session.resume());
  byId('clear').addEventListener('click', () => {
    session.clear();
    byId('choose-files').focus();
  });
  byId('copy-all').addEventListener('click', () => copy(allLines(session, byId('format').value), byId('copy-all')));
}

/** Returns the lines of all digests, function by function, as the command writes them. */
function allLines(session, format) {
  const keys = new Set([...session.files.values()].flatMap(({ digests }) => [...digests.keys()]));
  return [...keys]
    .flatMap((key) =>
      [...session.files.values()].map(({ path, digests }) => {
        const digest = digests.get(key);
        return digest?.state === 'done' ? formatLine(format, digest.request.tag, digest.hex, path) : '';
      }),
    )
    .join('');
}

/** The lists to compare files with: those in files, and the typed one. */
class Lists {
  constructor(session) {
    this.session = session;
    this.typed = [];
    this.files = new Map();
  }

  setText(text) {
    this.typed = text.trim() === '' ? [] : [{ folder: '', lines: parseList(text) }];
    this.changed();
  }

  async add(name, folder, file) {
    this.files.set(name, { folder, lines: parseList(await file.text()) });
    this.changed();
  }

  changed() {
    byId('lists').replaceChildren(
      ...[...this.files].map(([name, { lines }]) => {
        const remove = make('button', { class: 'small', 'aria-label': `Remove the list ${name}` }, 'Remove');
        remove.addEventListener('click', () => {
          this.files.delete(name);
          this.changed();
          byId('choose-list').focus();
        });
        return make('li', {}, make('span', { class: 'name' }, name), ` ${count(lines.length, 'line')} `, remove);
      }),
    );
    this.session.compare([...this.files.values(), ...this.typed]);
  }
}
