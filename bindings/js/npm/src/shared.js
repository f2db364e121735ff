// What exists once in a program, even if parts of it import this package and others require it: those are two copies of
// its files. The copies of another version have their own.

import { VERSION } from './embedded/version.js'

const KEY = /* @__PURE__ */ Symbol.for(`counterpoint ${VERSION}`)

/** What this copy has where the global object takes no properties, as in hardened JavaScript. */
let own = null

/** Returns what `make` has made for the first caller with this name. */
export function shared(name, make) {
  if (globalThis[KEY] === undefined && !Reflect.defineProperty(globalThis, KEY, { value: new Map() })) {
    own ??= new Map()
  }
  const all = globalThis[KEY] ?? own
  if (!all.has(name)) all.set(name, make())
  return all.get(name)
}
