/** The summary of a comparison: how many files match, and each line that does not. */

import { byId, make } from '../elements.js';
import { badge } from './file_row.js';
import { MISSING, OK, PENDING, UNCHECKED, WRONG } from './verdicts.js';

/** The maximum number of lines shown individually. */
const MOST = 200;

export function showComparison(session) {
  const named = session.expected.filter((line) => line.malformed || line.reason || line.name !== undefined);
  const counts = { [OK]: 0, [WRONG]: 0, [PENDING]: 0, [MISSING]: 0, [UNCHECKED]: 0 };
  const lines = [];
  for (const line of named) {
    const verdict = session.verdictOfLine(line);
    counts[verdict] += 1;
    if (verdict === MISSING || verdict === UNCHECKED || verdict === WRONG) lines.push({ line, verdict });
  }
  // Digests without a name are compared with every file.
  const bare = session.expected.filter((line) => line.name === undefined && line.requests?.length > 0).length;
  if (bare > 0) {
    for (const path of session.files.keys()) counts[session.verdictOfFile(path) ?? UNCHECKED] += 1;
  }
  byId('comparison').hidden = session.expected.length === 0;
  byId('comparison-summary').textContent = summary(counts);
  byId('comparison').classList.toggle('bad', counts[WRONG] > 0);
  byId('comparison-lines').replaceChildren(...lines.slice(0, MOST).map(show));
  if (lines.length > MOST) byId('comparison-lines').append(make('li', {}, `and ${lines.length - MOST} more`));
}

function summary(counts) {
  const parts = [
    `✓ ${counts[OK]} OK`,
    `✗ ${counts[WRONG]} wrong`,
    counts[MISSING] > 0 && `? ${counts[MISSING]} missing`,
    counts[UNCHECKED] > 0 && `! ${counts[UNCHECKED]} not checked`,
    counts[PENDING] > 0 && `… ${counts[PENDING]} not yet`,
  ];
  return parts.filter(Boolean).join('   ');
}

function show({ line, verdict }) {
  const words = {
    [MISSING]: ['?', 'MISSING'],
    [WRONG]: ['✗', 'WRONG'],
    [UNCHECKED]: ['!', 'not checked'],
  };
  const reason = line.malformed
    ? 'not a line of a checksum list: HEX  name, or ALG (name) = HEX'
    : (line.reason ?? (verdict === MISSING ? 'no file with this name was added' : ''));
  return make(
    'li',
    {},
    badge(verdict, words[verdict]),
    make('span', { class: 'name' }, ` ${line.name ?? ''} `),
    make('span', { class: 'quiet' }, `line ${line.number}${reason && ': '}`),
    make('span', {}, reason),
  );
}
