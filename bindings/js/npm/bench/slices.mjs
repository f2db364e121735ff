/** The length of a slice in nanoseconds: short enough that most are not interrupted on a busy machine. */
const SLICE = 1.5e6
/** The minimum number of slices for each function, however slow it is. */
const LEAST_SLICES = 3

/**
 * Measures functions in alternating slices and returns the minimum time per call of each, in nanoseconds. The minimum,
 * because every disturbance only makes a measurement longer; alternating, so that all have the same chances. The next
 * slice goes to the function with the least time so far, so that slow functions do not use it all up.
 */
export function measure(functions, seconds) {
  const contenders = Object.entries(functions).map(([name, call]) => ({
    name,
    call,
    calls: 1,
    spent: 0,
    slices: 0,
    best: Infinity,
  }))
  const share = (seconds * 1e9) / contenders.length
  while (contenders.some(({ spent, slices }) => spent < share || slices < LEAST_SLICES)) {
    const next = contenders.reduce((a, b) => (b.spent < a.spent ? b : a))
    const time = slice(next)
    next.spent += time
    // During the first third, the optimising compiler is still at work.
    if (next.spent > share / 3 || time > share / 3) {
      next.slices++
      next.best = Math.min(next.best, time / next.calls)
    }
    next.calls = Math.max(1, Math.round(next.calls * Math.min(4, SLICE / time)))
  }
  return Object.fromEntries(contenders.map(({ name, best }) => [name, best]))
}

/** Runs a function as often as fits into its slice. */
function slice(contender) {
  const { call, calls } = contender
  const begin = process.hrtime.bigint()
  for (let i = 0; i < calls; i++) contender.kept = call()
  return Number(process.hrtime.bigint() - begin)
}
