// Prints one line for each step: its title and its duration.

/**
 * Runs `work` under a title. A failure is reported and ends the process, because later steps build on this one.
 *
 * @template Result
 * @param {string} title
 * @param {() => Promise<Result>} work
 */
export async function step(title, work) {
  const since = performance.now()
  process.stdout.write(`${title} … `)
  try {
    const result = await work()
    process.stdout.write(`${seconds(since)}\n`)
    return result
  } catch (error) {
    process.stdout.write(`failed after ${seconds(since)}\n`)
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/**
 * The time since `since` (of performance.now), in seconds with one digit.
 *
 * @param {number} since
 */
export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`
