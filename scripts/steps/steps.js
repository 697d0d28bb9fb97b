// The steps of `npm run check` and `npm test`. Each returns how many tests passed, failed and were skipped, and the
// output of failures.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { capture, environment } from './processes.js'
import { findBrowser } from '../browser.js'
import { build, testedBuilds, builtService, isBuilt } from '../build.js'
import { writeSettings } from '../lint/write.js'
import { countPlaywright, countVitest, slowestFiles } from './reports.js'
import { programOf, toolEntry } from '../tools.js'

/**
 * A step that passes or fails as a whole: it counts as one test. * @param {string} title @param {string} target @param
 * {string[]} args @returns {import('./runSteps.js').Step}
 */
const single = (title, target, ...args) => ({
  title,
  run: async (node) => {
    const { code, output } = await capture(node, [programOf(target), ...args], { env: environment(node) })
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: [], output }
  },
})

/**
 * The whole tree, then each side with only the types of its environment. One checker, because each checks what is shared
 * again: more of them double the processor time, and the other lane needs it.
 */
/** @type {import('./runSteps.js').Step} */
const types = {
  title: 'types',
  run: async (node) => {
    for (const config of ['', '.rules', '.server', '.page', '.scripts']) {
      const { run } = single('types', 'tsc', '--noEmit', '--checkers', '1', '--project', `tsconfig${config}.json`)
      const result = await run(node)
      if (result.failed > 0) return result
    }
    return { passed: 1, failed: 0, skipped: [], output: '' }
  },
}

/**
 * Files, exports and dependencies that nothing uses; then those that only tests use, because a test that judges them
 * judges nothing that runs.
 *
 * @type {import('./runSteps.js').Step}
 */
const deadCode = {
  title: 'dead code',
  run: async (node) => {
    for (const args of [[], ['--production', '--include', 'files,exports,types']]) {
      const result = await single('dead code', 'knip', ...args).run(node)
      if (result.failed > 0) return result
    }
    return { passed: 1, failed: 0, skipped: [], output: '' }
  },
}

/** With settings as the table of arrows has them now. * @type {import('./runSteps.js').Step} */
const lint = {
  title: 'lint',
  run: (node) => {
    writeSettings()
    return single('lint', 'oxlint').run(node)
  },
}

/** Steps without test runner and browser: seconds. */
export const checks = [
  types,
  single('lists of recoveries', 'scripts/recoveries.ts', '--check'),
  lint,
  single('format', 'oxfmt', '--check'),
  deadCode,
]

/**
 * Vitest: rules, stores, protocol and screens.
 *
 * @type {import('./runSteps.js').Step}
 */
export const units = {
  title: 'unit tests: rules, stores, protocol, screens',
  run: (node) =>
    withReport(async (file) => {
      const args = [toolEntry('vitest'), 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
      const { code, output } = await capture(node, args, {
        env: environment(node, { NODE_ENV: 'test', ...(isBuilt('service') && builtService()) }),
      })
      const report = readReport(file)
      const slowest = slowestFiles(report, 10)
      const notes = slowest.length > 0 ? ['slowest files:', ...slowest] : []
      return { ...countVitest(report, code), output, notes }
    }),
}

/**
 * @param {import('../build.js').Build} name
 * @returns {import('./runSteps.js').Step}
 */
const building = (name) => ({
  title: `${name} build`,
  run: async (node) => {
    try {
      await build(node, name)
      return { passed: 1, failed: 0, skipped: [], output: '' }
    } catch (error) {
      return { passed: 0, failed: 1, skipped: [], output: error instanceof Error ? error.message : String(error) }
    }
  },
})

/** The service first: the unit tests in the other lane start it too. */
export const buildSteps = [building('service'), building('console'), building('demo')]

/** The size of what a browser loads first, measured on the build. */
export const budgets = single('sizes of the console', 'bench/bundle.ts')

/**
 * Playwright: tasks of users, in a real browser against the real server. Without a browser they all fail. * @type
 * {import('./runSteps.js').Step}
 */
export const journeys = {
  title: 'journeys',
  run: async (node) => {
    const unbuilt = testedBuilds.filter((name) => !isBuilt(name))
    if (unbuilt.length > 0) return noneCouldRun(node, `There is no build of: ${unbuilt.join(', ')}.`)
    const browser = await findBrowser(node, { isHeadless: true })
    if ('missing' in browser) return noneCouldRun(node, browser.missing)
    const extra = browser.path ? { HOLDFAST_CHROMIUM: browser.path } : {}
    // A trace of every step costs a twelfth of the processor time; `npm run test:journeys` records one.
    const report = await playwright(node, ['--trace', 'off'], extra)
    return { ...countPlaywright(report.report, report.code), output: report.output, detail: browser.name }
  },
}

/** A journey that could not run is a failed one, not a skipped one. * @param {string} node @param {string} why */
async function noneCouldRun(node, why) {
  const { report } = await playwright(node, ['--list'], {})
  const failed = Math.max(1, report ? countPlaywright(report, 0).listed : 0)
  return { passed: 0, failed, skipped: [], output: `${why}\nNone of the journeys could run.` }
}

/**
 * @param {string} node
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} extra
 */
function playwright(node, args, extra) {
  return withReport(async (file) => {
    const env = environment(node, {
      ...extra,
      ...builtService(),
      HOLDFAST_JOURNEYS_REPORT: file,
      CI: process.env.CI ?? '1',
    })
    const { code, output } = await capture(node, [toolEntry('playwright'), 'test', ...args], { env })
    return { code, output, report: readReport(file) }
  })
}

/**
 * @template Result
 * @param {(file: string) => Promise<Result>} work
 */
async function withReport(work) {
  const directory = mkdtempSync(path.join(tmpdir(), 'holdfast-report-'))
  try {
    return await work(path.join(directory, 'report.json'))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * Undefined if the runner ended before it could write its report.
 *
 * @param {string} file
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
