// Counts the results of the test runners. A runner that failed without naming a failed test still counts as one
// failure.
import path from 'node:path'
import { root } from '../root.js'

/** @typedef {{ title: string, why: string }} Skipped */
/** @typedef {{ passed: number, failed: number, skipped: Skipped[] }} Counts */
/** @typedef {{ status: string, fullName: string, meta?: { why?: string } }} VitestTest */
/** @typedef {{ testResults: { name: string, startTime: number, endTime: number, status: string, assertionResults: VitestTest[] }[] }} VitestReport */
/** @typedef {{ title: string, tests: { status: string, annotations?: { type: string, description?: string }[] }[] }} PlaywrightSpec */
/** @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/** @typedef {{ suites?: PlaywrightSuite[] }} PlaywrightReport */

/**
 * Vitest's JSON report; `skipped` are the titles.
 *
 * @param {VitestReport | undefined} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countVitest(report, exitCode) {
  if (!report) return { passed: 0, failed: 1, skipped: [] }
  const tests = report.testResults.flatMap((file) => file.assertionResults)
  const withStatus = (/** @type {string[]} */ ...statuses) => tests.filter(({ status }) => statuses.includes(status))
  // A file that could not be loaded, or whose hook failed, fails without a test of its own.
  const broken = report.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed))
  const failed = withStatus('failed').length + broken.length
  return {
    passed: withStatus('passed').length,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.testResults.flatMap((file) => skippedIn(file, broken.includes(file))),
  }
}

/**
 * The skipped tests of a file. Vitest also skips those that a failed hook prevents.
 *
 * @param {VitestReport['testResults'][number]} file
 * @param {boolean} isBroken
 */
const skippedIn = ({ name, assertionResults }, isBroken) =>
  assertionResults
    .filter(({ status }) => ['skipped', 'pending', 'todo', 'disabled'].includes(status))
    .map(({ fullName, meta }) =>
      withReason(fullName, meta?.why ?? (isBroken ? `a hook of ${path.relative(root, name)} failed` : undefined)),
    )

/** @param {{ status: string }} test */
const isFailed = ({ status }) => status === 'failed'

/**
 * The files of Vitest's report that took longest, slowest first, a line each. Files run side by side: the times add up
 * to more than the stage took.
 *
 * @param {VitestReport | undefined} report
 * @param {number} count
 */
export function slowestFiles(report, count) {
  const files = (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }))
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, count)
  return slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${path.relative(root, name)}`)
}

/**
 * Playwright's JSON report; a flaky test is a failed one.
 *
 * @param {PlaywrightReport | undefined} report
 * @param {number} exitCode
 * @returns {Counts & { listed: number }}
 */
export function countPlaywright(report, exitCode) {
  if (!report) return { passed: 0, failed: 1, skipped: [], listed: 0 }
  const tests = specsOf(report.suites)
  const withStatus = (/** @type {string[]} */ ...statuses) => tests.filter(({ status }) => statuses.includes(status))
  const failed = withStatus('unexpected', 'flaky').length
  return {
    passed: withStatus('expected').length,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: withStatus('skipped').map(({ title, why }) => withReason(title, why)),
    listed: tests.length,
  }
}

/**
 * @param {PlaywrightSuite[]} suites
 * @returns {{ title: string, status: string, why: string | undefined }[]}
 */
function specsOf(suites = []) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ status, annotations = [] }) => ({
        title: spec.title,
        status,
        why: annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description,
      })),
    ),
    ...specsOf(suite.suites),
  ])
}

/** Why a test was skipped that does not say so itself. */
const NO_REASON = 'no reason given'

/**
 * @param {string} title
 * @param {string} [why]
 */
const withReason = (title, why = NO_REASON) => ({ title, why })
