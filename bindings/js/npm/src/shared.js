// Objects that exist once in a program, even if parts of it import this package and others require it, which loads two
// copies of its files. Copies of another version have objects of their own.

import { VERSION } from './embedded/version.js'

const KEY = /* @__PURE__ */ Symbol.for(`counterpoint ${VERSION}`)

/** The objects of this copy alone, where the global object can't get properties, as in hardened JavaScript. */
let own = null

/** Returns the object with this name, created with `make` for the first caller. */
export function shared(name, make) {
  if (globalThis[KEY] === undefined && !Reflect.defineProperty(globalThis, KEY, { value: new Map() })) {
    own ??= new Map()
  }
  const all = globalThis[KEY] ?? own
  if (!all.has(name)) all.set(name, make())
  return all.get(name)
}
