// Arrays in which hashers collect bytes before they call the module. Arrays of more than 64 bytes are slow to allocate,
// so a hasher returns its array when it ends.

/** The length of the arrays in bytes. */
export const PENDING_BYTES = 512
const MOST_SPARE = 8
const spare = []

/** Returns an array of zeros. */
export function takePending() {
  return spare.length > 0 ? spare.pop() : new Uint8Array(PENDING_BYTES)
}

/** Wipes the first `used` bytes of an array, the only ones that may not be 0, for the next hasher. */
export function returnPending(pending, used) {
  pending.fill(0, 0, used)
  if (spare.length < MOST_SPARE) spare.push(pending)
}
