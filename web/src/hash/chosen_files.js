/** The files that a user drops or chooses, with their paths, in the order of `counterpoint sum --recursive`. */

/** Returns the files of a drop, those in folders included. Must be called during the event. */
export async function droppedFiles(transfer) {
  const entries = Array.from(transfer.items ?? [], (item) => item.webkitGetAsEntry?.()).filter(Boolean);
  // Without entries (an old browser), folders can't be read.
  if (entries.length === 0) return Array.from(transfer.files, (file) => ({ path: file.name, file }));
  const found = [];
  for (const entry of entries) await collect(entry, found);
  return found;
}

/** Returns the files of an `<input type="file">`. */
export function selectedFiles(input) {
  return sorted(Array.from(input.files, (file) => ({ path: file.webkitRelativePath || file.name, file })));
}

async function collect(entry, found) {
  if (entry.isFile) {
    const path = entry.fullPath.replace(/^\//, '');
    found.push(await new Promise((resolve) => {
      entry.file((file) => resolve({ path, file }), (error) => resolve({ path, error: error.message }));
    }));
    return;
  }
  const reader = entry.createReader();
  const inside = [];
  // A reader returns up to 100 entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (some.length === 0) break;
    inside.push(...some);
  }
  inside.sort((a, b) => compare(a.name, b.name));
  for (const each of inside) await collect(each, found);
}

/** Sorts by the parts of paths, one folder after the other. */
function sorted(files) {
  const parts = new Map(files.map(({ path }) => [path, path.split('/')]));
  return files.sort((a, b) => {
    const [x, y] = [parts.get(a.path), parts.get(b.path)];
    const at = x.findIndex((part, i) => part !== y[i]);
    return at < 0 ? 0 : compare(x[at], y[at] ?? '');
  });
}

/** Compares names by their code points, which is the order of their bytes in UTF-8. */
function compare(a, b) {
  const [x, y] = [[...a], [...b]];
  for (let i = 0; i < Math.min(x.length, y.length); i += 1) {
    if (x[i] !== y[i]) return x[i].codePointAt(0) - y[i].codePointAt(0);
  }
  return x.length - y.length;
}
