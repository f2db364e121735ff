/** The shortest tag in bytes that is accepted. */
const LEAST_TAG_BYTES = 8

/** Whether a tag is right; wipes `right`. The time does not depend on the bytes; lengths are public. */
export function sameTag(right, tag) {
  const possible = tag.length === right.length && tag.length >= LEAST_TAG_BYTES
  let difference = 0
  for (let i = 0; i < right.length; i++) difference |= right[i] ^ tag[i]
  right.fill(0)
  return possible && difference === 0
}
