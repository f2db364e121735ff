/** The techniques tab: chooses a scene, and reads its input. */

import { byId, make } from '../elements.js';
import { Player } from './player.js';
import { rowsScene } from './rows_scene.js';
import { shuffleScene } from './shuffle_scene.js';
import { smixScene } from './smix_scene.js';

/** The techniques, each with its input and the page that explains it. */
const TECHNIQUES = [
  {
    name: 'shuffle',
    label: 'Perfect shuffle, Luffa',
    page: 'docs/techniques/perfect-shuffle.md',
    inputs: [hexInput('Word A', 'f0a5c3ff', 4), hexInput('Word B', '0123cdef', 4)],
    scene: (a, b) => shuffleScene(word(a), word(b)),
  },
  {
    name: 'rows',
    label: 'Byte slicing, Grøstl',
    page: 'docs/techniques/byte-slicing.md',
    inputs: [
      {
        label: 'Block, as text of up to 64 bytes',
        wide: true,
        value: 'Every row in a vector of its own, all columns at the same time.',
        problem: (text) => (encode(text).length > 64 ? 'The text is longer than 64 bytes in UTF-8.' : ''),
        read: (text) => {
          const block = new Uint8Array(64);
          block.set(encode(text));
          return block;
        },
      },
    ],
    scene: rowsScene,
  },
  {
    name: 'smix',
    label: 'Super-Mix, Fugue',
    page: 'docs/techniques/fugue.md',
    inputs: [hexInput('Columns S3, S0, S1, S2', '00112233445566778899aabbccddeeff', 16)],
    scene: smixScene,
  },
];

/** The papers that the steps cite. */
const PAPERS = {
  'Luffa-shuffle': 'T. Oliveira, J. López: Improving the performance of Luffa Hash Algorithm, 2010',
  Groestl: 'P. Gauravaram and others: Grøstl, a SHA-3 candidate (final round), 2011',
  'Groestl-guide': 'K. Matusiewicz, M. Schläffer, S. S. Thomsen: Grøstl Implementation Guide, 2012',
  Fugue: 'S. Halevi, W. E. Hall, C. S. Jutla: The Hash Function Fugue, 2009',
  'Fugue-SIMD': 'Ç. Çalık: An Efficient Software Implementation of Fugue, 2010',
  vperm: 'M. Hamburg: Accelerating AES with Vector Permute Instructions, CHES 2009',
};

let player;

export function startTechniques() {
  const panel = byId('panel-techniques');
  const choices = make('fieldset', { class: 'segments wide' }, make('legend', { class: 'hidden' }, 'Technique'));
  const stage = make('div', { class: 'stage' });
  TECHNIQUES.forEach((technique, i) => {
    const radio = make('input', { type: 'radio', name: 'technique', value: technique.name, checked: i === 0 });
    radio.addEventListener('change', () => show(technique, stage));
    choices.append(make('label', {}, radio, make('span', {}, technique.label)));
  });
  panel.replaceChildren(
    make(
      'p',
      { class: 'lead' },
      'Three ways to lay out a computation, step by step. The library’s own code computes every step, in a ' +
        'WebAssembly module; use the arrow keys to go from step to step.',
    ),
    choices,
    stage,
  );
  show(TECHNIQUES[0], stage);
}

function show(technique, stage) {
  const heading = make('h2', {});
  const intro = make('p', { class: 'quiet' });
  const holder = make('div', {});
  const papers = make('dl', { class: 'papers' });
  const fields = technique.inputs.map((input) => {
    const field = make('input', { type: 'text', value: input.value, spellcheck: false, autocomplete: 'off' });
    field.addEventListener('change', update);
    return {
      input,
      field,
      element: make('p', { class: input.wide ? 'field wide' : 'field' }, make('label', {}, input.label, field)),
    };
  });
  function update() {
    for (const { input, field } of fields) field.setCustomValidity(input.problem(field.value));
    if (fields.some(({ field }) => !field.reportValidity())) return;
    player?.stop();
    const scene = technique.scene(...fields.map(({ input, field }) => input.read(field.value)));
    player = new Player(scene);
    heading.textContent = scene.title;
    intro.textContent = scene.intro;
    holder.replaceChildren(player.element);
    const keys = new Set(scene.steps.flatMap(({ cite }) => [...cite.matchAll(/\[([^\]]+)\]/g)].map(([, key]) => key)));
    papers.replaceChildren(...[...keys].flatMap((key) => [make('dt', {}, `[${key}]`), make('dd', {}, PAPERS[key])]));
  }
  update();
  stage.replaceChildren(
    heading,
    intro,
    make('div', { class: 'inputs' }, ...fields.map(({ element }) => element)),
    holder,
    papers,
    make('p', { class: 'quiet' }, `Read more in ${technique.page} in the source.`),
  );
}

function hexInput(label, value, bytes) {
  return {
    label: `${label}, ${2 * bytes} hexadecimal digits`,
    value,
    problem: (text) =>
      new RegExp(`^[0-9a-fA-F]{${2 * bytes}}$`).test(text.trim()) ? '' : `Enter ${2 * bytes} hexadecimal digits.`,
    read: (text) => Uint8Array.from(text.trim().match(/../g), (digits) => parseInt(digits, 16)),
  };
}

/** Returns a big-endian word. */
function word(bytes) {
  return new DataView(bytes.buffer).getUint32(0);
}

function encode(text) {
  return new TextEncoder().encode(text);
}
