/** The files that a user drops or chooses, with their paths, in the order of `counterpoint sum --recursive`. */

/**
 * Returns the dropped files, including those in folders, and whether some may have been skipped. Must be called during
 * the event; afterwards the browser forgets what was dropped.
 *
 * A folder is read through its entry, which all browsers support, but Chromium can't read entries on a page opened as a
 * file. There a handle works, which skips names that it does not allow: those with control characters or a backslash.
 */
export async function droppedFiles(transfer) {
  const items = Array.from(transfer.items ?? [])
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({
      entry: item.webkitGetAsEntry?.(),
      file: item.getAsFile(),
      handle: item.getAsFileSystemHandle?.().catch(() => undefined),
    }));
  const dropped = { files: [], passedOver: false };
  for (const { entry, file, handle } of items) {
    if (entry?.isDirectory) await addFolder(dropped, entry, handle);
    else if (file) dropped.files.push({ path: file.name, file });
  }
  return dropped;
}

/** Returns the files chosen in an `<input type="file">`. */
export function selectedFiles(input) {
  const files = Array.from(input.files, (file) => ({ path: pathOf(file), file }));
  return input.webkitdirectory ? sorted(files) : files;
}

/** Returns the path of a file. In paths inside folders, Chromium replaces a backslash in the name with a slash. */
function pathOf({ name, webkitRelativePath }) {
  return webkitRelativePath ? webkitRelativePath.slice(0, -name.length) + name : name;
}

async function addFolder(dropped, entry, handle) {
  try {
    dropped.files.push(...(await filesOfEntry(entry)));
  } catch (error) {
    const folder = await handle;
    if (folder) {
      dropped.files.push(...(await filesOfHandle(folder, folder.name)));
      dropped.passedOver = true;
    } else {
      const reason = `This folder can’t be read (${error.message}). Use the button “Choose a folder”.`;
      dropped.files.push({ path: entry.name, error: reason });
    }
  }
}

async function filesOfEntry(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => {
      entry.file(resolve, reject);
    });
    return [{ path: entry.fullPath.replace(/^\//, ''), file }];
  }
  const reader = entry.createReader();
  const inside = [];
  // A reader returns up to 100 entries at a time, and an empty array at the end.
  for (;;) {
    const some = await new Promise((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) break;
    inside.push(...some);
  }
  const files = [];
  for (const each of inside.sort((a, b) => compare(a.name, b.name))) files.push(...(await filesOfEntry(each)));
  return files;
}

async function filesOfHandle(folder, path) {
  const inside = [];
  for await (const handle of folder.values()) inside.push(handle);
  const files = [];
  for (const handle of inside.sort((a, b) => compare(a.name, b.name))) {
    const inner = `${path}/${handle.name}`;
    if (handle.kind === 'directory') files.push(...(await filesOfHandle(handle, inner)));
    else files.push({ path: inner, file: await handle.getFile() });
  }
  return files;
}

/** Sorts by the components of paths, folder by folder. */
function sorted(files) {
  const parts = new Map(files.map(({ path }) => [path, path.split('/')]));
  return files.sort((a, b) => {
    const [x, y] = [parts.get(a.path), parts.get(b.path)];
    const at = x.findIndex((part, i) => part !== y[i]);
    return at < 0 ? 0 : compare(x[at], y[at] ?? '');
  });
}

/** Compares names by code points, which is also the order of their UTF-8 bytes. */
function compare(a, b) {
  const [x, y] = [[...a], [...b]];
  for (let i = 0; i < Math.min(x.length, y.length); i += 1) {
    if (x[i] !== y[i]) return x[i].codePointAt(0) - y[i].codePointAt(0);
  }
  return x.length - y.length;
}
