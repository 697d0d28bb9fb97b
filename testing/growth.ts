const MIN_ROUNDS = 5
/** So many are needed only beside other load, which costs the larger input more: it finds the caches used by others. */
const MAX_ROUNDS = 40

/**
 * How many times as long `work` takes for an input `FACTOR` times as large: about `FACTOR` if it is linear, about its
 * square if it is quadratic. Only the processor time of this process counts, and the shortest of several rounds, so that a
 * busy machine changes nothing. `prepare` makes an input of a size and returns the function to be timed.
 */
export function growth(size: number, prepare: (size: number) => () => unknown): number {
  const [small, large] = [prepare(size), prepare(size * FACTOR)]
  let [ofSmall, ofLarge] = [Infinity, Infinity]
  // In turn: the first one runs before the engine has compiled it.
  for (let round = 0; round < MIN_ROUNDS || (round < MAX_ROUNDS && ofLarge >= LINEAR * ofSmall); round++) {
    ofSmall = Math.min(ofSmall, timeOf(small))
    ofLarge = Math.min(ofLarge, timeOf(large))
  }
  return ofLarge / Math.max(1, ofSmall)
}

/** A bound between the two: linear work stays below it. */
export const LINEAR = 10
const FACTOR = 4

function timeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
