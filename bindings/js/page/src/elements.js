/** Small helpers that all parts of the page use. */

/** Returns the element with this id. */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Creates an element. `properties` are set on the element, but `class`, `for`, `role`, `scope`, `colspan`, `aria-*` and
 * `data-*` are set as attributes.
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (/^(class|for|role|scope|colspan|aria-.*|data-.*)$/.test(name)) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** Announces a text to screen readers, without changing what is visible. */
export function announce(text) {
  byId('announcements').textContent = text;
}

/** Copies a text, and confirms it on the button that was pressed. */
export async function copy(text, button) {
  let copied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // There is no clipboard API over plain http, but a selection can still be copied.
    const area = make('textarea', { value: text, class: 'hidden' });
    document.body.append(area);
    area.select();
    copied = document.execCommand('copy');
    area.remove();
    button.focus();
  }
  // If the button is pressed again meanwhile, the confirmation must not become its label.
  button.dataset.label ??= button.textContent;
  button.textContent = copied ? 'Copied ✓' : 'Copying failed';
  announce(button.textContent);
  setTimeout(() => {
    button.textContent = button.dataset.label;
  }, 1500);
}

/** Returns a number of bytes as a text. */
export function sizeText(bytes) {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  let size = bytes;
  for (; size >= 1024 && unit < units.length - 1; unit += 1) size /= 1024;
  return `${unit === 0 ? size : size.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0)} ${units[unit]}`;
}

/** Returns a number with a noun, in the plural if necessary. */
export function count(number, noun) {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
