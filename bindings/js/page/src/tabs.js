/**
 * Tabs that follow the ARIA pattern: arrow keys, Home and End move between them. The URL names the current tab.
 */

import { byId } from './elements.js';

/** Sets up the tabs. `onShow` maps the names of tabs to functions called when a tab is shown. */
export function startTabs(onShow) {
  const tabs = [...document.querySelectorAll('[role="tab"]')];
  const name = (tab) => tab.id.replace('tab-', '');
  const show = (shown) => {
    for (const tab of tabs) {
      const selected = tab === shown;
      tab.setAttribute('aria-selected', selected);
      tab.tabIndex = selected ? 0 : -1;
      byId(tab.getAttribute('aria-controls')).hidden = !selected;
    }
    onShow[name(shown)]?.();
  };
  tabs.forEach((tab, i) => {
    tab.addEventListener('click', () => {
      show(tab);
      history.replaceState(null, '', `#${name(tab)}`);
    });
    tab.addEventListener('keydown', ({ key }) => {
      const target = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: tabs.length - 1 }[key];
      if (target === undefined) return;
      const next = tabs[(target + tabs.length) % tabs.length];
      next.focus();
      next.click();
    });
  });
  const fromUrl = () => tabs.find((tab) => `#${name(tab)}` === location.hash);
  addEventListener('hashchange', () => show(fromUrl() ?? tabs[0]));
  show(fromUrl() ?? tabs[0]);
}
