// Runs all steps, also after failures, and exits with the sum.
import { seconds } from './step.js'

/** How many skipped tests of a step are named one by one; the reasons follow at the end. */
const MOST_TITLES = 20

/** @typedef {import('./reports.js').Counts & { output: string, detail?: string, notes?: string[] }} Result `detail` is in the step's line, `notes` below it. */
/** @typedef {{ title: string, run: (node: string) => Promise<Result> }} Step */

/**
 * Prints a line a step and the sum, sets the exit code. Nothing run is a failure, too. Lanes run in parallel, the
 * steps of a lane one after the other, and a line is printed when its step has ended.
 *
 * @param {string} node
 * @param {Step[][]} lanes
 */
export async function runSteps(node, ...lanes) {
  const since = performance.now()
  const total = { passed: 0, failed: 0 }
  /** @type {import('./reports.js').Skipped[]} */
  const allSkipped = []
  const count = lanes.flat().length
  const isAlone = lanes.length === 1

  /**
   * @param {Step} step
   * @param {number} number
   */
  async function runStep({ title, run }, number) {
    const started = performance.now()
    const name = `[${number}/${count}] ${title} … `
    if (isAlone) process.stdout.write(name)
    const { passed, failed, skipped, output, detail, notes = [] } = await attempt(run, node)
    total.passed += passed
    total.failed += failed
    allSkipped.push(...skipped)
    const facts = [
      `${failed > 0 ? 'FAILED' : 'ok'}, ${seconds(started)}`,
      counts(passed, failed, skipped.length),
      detail,
    ]
    console.log((isAlone ? '' : name) + facts.filter(Boolean).join(', '))
    if (failed > 0) console.log(`\n${output.trim()}\n`)
    for (const note of notes) console.log(`  ${note}`)
    for (const { title, why } of skipped.slice(0, MOST_TITLES)) console.log(`  skipped: ${title}: ${why}`)
    if (skipped.length > MOST_TITLES) console.log(`  skipped: ${skipped.length - MOST_TITLES} more`)
  }

  let before = 0
  const running = lanes.map(async (steps) => {
    const first = before + 1
    before += steps.length
    for (const [index, step] of steps.entries()) await runStep(step, first + index)
  })
  if (!isAlone) console.log(`${count} steps in ${lanes.length} lanes, each reported when it ends:`)
  await Promise.all(running)

  if (total.passed + total.failed === 0) console.log('No test ran.')
  console.log(`${seconds(since)} in all`)
  for (const why of new Set(allSkipped.map((skipped) => skipped.why))) {
    console.log(`${allSkipped.filter((skipped) => skipped.why === why).length} skipped: ${why}`)
  }
  console.log(`${total.passed} passed, ${total.failed} failed, ${allSkipped.length} skipped`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

/**
 * A step that breaks is a failed one, and the others still run.
 *
 * @param {Step['run']} run
 * @param {string} node
 * @returns {Promise<Result>}
 */
async function attempt(run, node) {
  try {
    return await run(node)
  } catch (error) {
    return {
      passed: 0,
      failed: 1,
      skipped: [],
      output: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}

/**
 * @param {number} passed
 * @param {number} failed
 * @param {number} skipped
 */
const counts = (passed, failed, skipped) => {
  if (passed + failed + skipped <= 1) return ''
  return `${passed} passed${failed ? `, ${failed} failed` : ''}${skipped ? `, ${skipped} skipped` : ''}`
}
