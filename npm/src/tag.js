/** The shortest tag that can be right. */
const LEAST_TAG_BYTES = 8

/** Whether a tag is the right one. The time does not depend on where they differ; lengths are public. */
export function sameTag(right, tag) {
  if (tag.length !== right.length || tag.length < LEAST_TAG_BYTES) return false
  let difference = 0
  for (let i = 0; i < right.length; i++) difference |= right[i] ^ tag[i]
  right.fill(0)
  return difference === 0
}
