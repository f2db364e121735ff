// The saved form of a message hashed in pieces: a byte with the version of this form, a byte with the length of the
// function's name, the name, and the state as the module writes it.

import { CounterpointError } from './errors.js'

const FORM = 1
/** Longer than any saved form. */
const MOST_BYTES = 2048

export function savedForm(fn, state) {
  const { name } = fn
  const saved = new Uint8Array(2 + name.length + state.length)
  saved[0] = FORM
  saved[1] = name.length
  for (let i = 0; i < name.length; i++) saved[2 + i] = name.charCodeAt(i)
  saved.set(state, 2 + name.length)
  return saved
}

/** Returns the state from a saved form, which must be of this function. */
export function stateOf(fn, saved) {
  const { name } = fn
  let right = saved.length <= MOST_BYTES && saved[0] === FORM && saved[1] === name.length
  for (let i = 0; i < name.length; i++) right &&= saved[2 + i] === name.charCodeAt(i)
  if (!right) throw notSaved(fn)
  return saved.subarray(2 + name.length)
}

export function notSaved(fn) {
  return new CounterpointError(
    'ERR_SAVED_STATE',
    `saved was not written by save() of ${fn.name}; load it with the function that saved it`,
  )
}
