/** Starts the page. */

import { startHashing } from './hash/view.js';
import { checkSupport } from './support.js';
import { startTabs } from './tabs.js';
import { startTheme } from './theme.js';

startTheme();
if (checkSupport()) startHashing();
startTabs({});
