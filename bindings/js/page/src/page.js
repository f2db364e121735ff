/** Starts the page. */

import { startBenchmark } from './benchmark/view.js';
import { startHashing } from './hash/view.js';
import { checkSupport } from './support.js';
import { startTabs } from './tabs.js';
import { startTechniques } from './techniques/view.js';
import { startTheme } from './theme.js';

startTheme();
if (checkSupport()) {
  startHashing();
  startTabs({ benchmark: once(startBenchmark), techniques: once(startTechniques) });
} else {
  startTabs({});
}

/** Returns a function that calls another, but only the first time. */
function once(start) {
  let started = false;
  return () => {
    if (!started) start();
    started = true;
  };
}
