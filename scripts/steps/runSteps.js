// Runs steps one after the other, whatever fails, and ends with the sum of all.
import { seconds } from './step.js'

/** @typedef {import('./reports.js').Counts & { output: string, told?: string, notes?: string[] }} Result `told` is in the step's line, `notes` below it. */
/** @typedef {{ title: string, run: (node: string) => Promise<Result> }} Step */

/**
 * Prints a line a step and the sum, sets the exit code. Nothing run is a failure, too.
 *
 * @param {string} node
 * @param {Step[]} steps
 */
export async function runSteps(node, steps) {
  const since = performance.now()
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const [index, { title, run }] of steps.entries()) {
    const started = performance.now()
    process.stdout.write(`[${index + 1}/${steps.length}] ${title} … `)
    const { passed, failed, skipped, output, told, notes = [] } = await attempt(run, node)
    total.passed += passed
    total.failed += failed
    total.skipped += skipped.length
    console.log(
      [`${failed > 0 ? 'FAILED' : 'ok'}, ${seconds(started)}`, counts(passed, failed, skipped), told]
        .filter(Boolean)
        .join(', '),
    )
    if (failed > 0) console.log(`\n${output.trim()}\n`)
    for (const note of notes) console.log(`  ${note}`)
    for (const title of skipped) console.log(`  skipped: ${title}`)
  }
  if (total.passed + total.failed === 0) console.log('No test ran.')
  console.log(`${seconds(since)} in all`)
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
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
 * @param {string[]} skipped
 */
const counts = (passed, failed, { length: skipped }) => {
  if (passed + failed + skipped <= 1) return ''
  return `${passed} passed${failed ? `, ${failed} failed` : ''}${skipped ? `, ${skipped} skipped` : ''}`
}
