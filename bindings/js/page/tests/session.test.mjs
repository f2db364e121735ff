/** The page's session, with jobs that end under the test's control. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byName } from '../src/algorithms.js';
import { request } from '../src/hash/requests.js';
import { Session } from '../src/hash/session.js';

/** A pool that only keeps its jobs; they neither start nor end by themselves. */
class Jobs {
  all = [];

  add(job) {
    return this.all.push(job) - 1;
  }

  cancel(id) {
    this.all[id].onDone({ cancelled: true });
  }
}

/** Returns a session, its jobs, and a function for the completed fraction, as the meter shows it. */
function start() {
  const jobs = new Jobs();
  const session = new Session(jobs, () => {});
  return { jobs: jobs.all, session, percent: () => Math.floor(100 * session.progress().part) };
}

const file = (path, size) => ({ path, file: { size } });

test('progress is 0 until a file is known, whatever is chosen', () => {
  const { jobs, session, percent } = start();
  assert.equal(percent(), 0);
  session.choose([request(byName('sha3-256'))]);
  session.compare([{ folder: '', lines: [] }]);
  assert.equal(percent(), 0);
  session.add([file('a', 200)]);
  assert.equal(percent(), 0);
  jobs[0].onProgress(100);
  assert.equal(percent(), 49);
  jobs[0].onDone({ digest: '00' });
  assert.equal(percent(), 100);
  session.clear();
  assert.equal(percent(), 0);
});

test('progress goes up with each digest, and is 100 only after the last one', () => {
  const { jobs, session, percent } = start();
  session.choose([request(byName('sha3-256')), request(byName('kt128'))]);
  session.add([file('empty', 0), file('long', 2 ** 40)]);
  const seen = [percent()];
  const see = (change) => {
    change();
    seen.push(percent());
  };
  assert.equal(jobs.length, 4);
  see(() => jobs[2].onProgress(2 ** 39));
  see(() => jobs[2].onProgress(2 ** 40));
  see(() => jobs[2].onDone({ digest: '00' }));
  see(() => jobs[3].onProgress(2 ** 40));
  see(() => jobs[3].onDone({ error: 'it was changed' }));
  see(() => jobs[0].onDone({ digest: '00' }));
  see(() => jobs[1].onDone({ digest: '00' }));
  assert.deepEqual(seen, [0, 24, 49, 49, 99, 99, 99, 100]);
});

test('progress of empty files is 0 before their digests, and 100 after them', () => {
  const { jobs, session, percent } = start();
  session.choose([request(byName('sha3-256'))]);
  session.add([file('a', 0), file('b', 0)]);
  assert.equal(percent(), 0);
  jobs[0].onDone({ digest: '00' });
  assert.equal(percent(), 50);
  jobs[1].onDone({ digest: '00' });
  assert.equal(percent(), 100);
});

test('progress stays where it is when all is cancelled, and begins again when it is resumed', () => {
  const { jobs, session, percent } = start();
  session.choose([request(byName('sha3-256'))]);
  session.add([file('done', 99), file('half', 199)]);
  jobs[0].onDone({ digest: '00' });
  jobs[1].onProgress(100);
  assert.equal(percent(), 66);
  session.cancel();
  assert.equal(percent(), 66);
  assert.equal(session.progress().cancelled, 1);
  session.resume();
  assert.equal(percent(), 33);
  jobs[2].onDone({ digest: '00' });
  assert.equal(percent(), 100);
});
