const ROUNDS = 5

/**
 * How many times as long `work` takes for an input `FACTOR` times as large: about `FACTOR` if it is linear, about its
 * square if it is quadratic. Only this process's processor time counts, the least of several rounds, so that a busy
 * machine changes nothing. `work` prepares an input of a size and returns the function to be timed.
 */
export function growth(size: number, prepare: (size: number) => () => unknown): number {
  const [small, large] = [prepare(size), prepare(size * FACTOR)]
  // In turn: the first one runs before the engine has compiled it.
  const rounds = Array.from({ length: ROUNDS }, () => [timeOf(small), timeOf(large)] as const)
  const least = (which: 0 | 1) => Math.max(1, Math.min(...rounds.map((round) => round[which])))
  return least(1) / least(0)
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
