// What exists once in a program, even if parts of it import this package and others require it: those are two copies of
// its files. The copies of another version have their own.

import { VERSION } from './embedded/version.js'

const KEY = /* @__PURE__ */ Symbol.for(`counterpoint ${VERSION}`)

/** Returns what `make` has made for the first caller with this name. */
export function shared(name, make) {
  if (globalThis[KEY] === undefined) Object.defineProperty(globalThis, KEY, { value: new Map() })
  const all = globalThis[KEY]
  if (!all.has(name)) all.set(name, make())
  return all.get(name)
}
