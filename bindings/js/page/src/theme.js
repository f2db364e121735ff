/** The switch for light and dark colours; `auto` follows the system. */

import { byId } from './elements.js';

const KEY = 'theme';

export function startTheme() {
  const apply = (theme) => {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  const saved = read();
  for (const input of byId('theme').querySelectorAll('input')) {
    if (input.value === saved) input.checked = true;
    input.addEventListener('change', () => {
      apply(input.value);
      write(input.value);
    });
  }
  apply(saved ?? 'auto');
}

// A browser may forbid storage.
function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // In that case the choice lasts only as long as the page.
  }
}
