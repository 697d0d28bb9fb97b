// Counts what the test runners report. A runner that failed without naming a failed test still counts as one failure.

/** Vitest's JSON report; `skipped` are the titles. */
export function countVitest(report, exitCode) {
  if (!report) return { passed: 0, failed: 1, skipped: [] }
  const tests = report.testResults.flatMap((file) => file.assertionResults)
  const withStatus = (...statuses) => tests.filter(({ status }) => statuses.includes(status))
  // A file that could not be loaded fails without any test of its own.
  const broken = report.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed))
  const failed = withStatus('failed').length + broken.length
  return {
    passed: withStatus('passed').length,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: withStatus('skipped', 'pending', 'todo', 'disabled').map(({ fullName, meta }) =>
      told(fullName, meta?.why),
    ),
  }
}

const isFailed = ({ status }) => status === 'failed'

/** Playwright's JSON report; a flaky test is a failed one. */
export function countPlaywright(report, exitCode) {
  if (!report) return { passed: 0, failed: 1, skipped: [], listed: 0 }
  const tests = specsOf(report.suites)
  const withStatus = (...statuses) => tests.filter(({ status }) => statuses.includes(status))
  const failed = withStatus('unexpected', 'flaky').length
  return {
    passed: withStatus('expected').length,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: withStatus('skipped').map(({ title, why }) => told(title, why)),
    listed: tests.length,
  }
}

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

const told = (title, why) => (why ? `${title}: ${why}` : title)
