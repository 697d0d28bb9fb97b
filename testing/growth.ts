const ROUNDS = 5

/**
 * How many times as long `work` takes on an input `FACTOR` times as large: about `FACTOR` where it goes through its input
 * once, about its square where it compares each with each. Time is of this process's processor alone, and the least of
 * several rounds counts, so that a busy machine changes nothing. `work` is given its size beforehand, and returns what is timed.
 */
export function growth(size: number, prepare: (size: number) => () => unknown): number {
  const [small, large] = [prepare(size), prepare(size * FACTOR)]
  // In turn: what runs first runs before the engine has compiled it.
  const rounds = Array.from({ length: ROUNDS }, () => [timeOf(small), timeOf(large)] as const)
  const least = (which: 0 | 1) => Math.max(1, Math.min(...rounds.map((round) => round[which])))
  return least(1) / least(0)
}

/** Between the two: of work that goes through its input once, the growth stays below. */
export const LINEAR = 10
const FACTOR = 4

function timeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
