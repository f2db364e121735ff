/** How long one slice takes, in nanoseconds: short enough that most are not interrupted on a busy machine. */
const SLICE = 1.5e6
/** How often each function is measured at least, however slow it is. */
const LEAST_SLICES = 3

/**
 * Measures functions in alternating slices and returns the minimum time of a call of each, in nanoseconds. Minima, as
 * everything that disturbs a measurement makes it longer; alternating, so that all have the same chances. The next
 * slice is of the function that has had the least time so far, so that slow functions do not take all of it.
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
    // In the first third the optimising compiler is at work.
    if (next.spent > share / 3 || time > share / 3) {
      next.slices++
      next.best = Math.min(next.best, time / next.calls)
    }
    next.calls = Math.max(1, Math.round(next.calls * Math.min(4, SLICE / time)))
  }
  return Object.fromEntries(contenders.map(({ name, best }) => [name, best]))
}

/** Runs a function as often as its slice says. */
function slice(contender) {
  const { call, calls } = contender
  const begin = process.hrtime.bigint()
  for (let i = 0; i < calls; i++) contender.kept = call()
  return Number(process.hrtime.bigint() - begin)
}
