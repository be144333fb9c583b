/** More flaky tests than this in one run are failures: something other than chance is wrong. */
export const maxFlaky = 1

/**
 * What Vitest's JSON report counts. A file that cannot be read is one failure, and so is a run that ends with an error
 * outside any test, or without a report.
 */
export function readVitestReport(report, exitCode) {
  const files = (report?.testResults ?? []).map(({ status, assertionResults }) => {
    const count = (wantedStatus) => assertionResults.filter((test) => test.status === wantedStatus).length
    const isUnread = status === 'failed' && count('failed') === 0
    return { passed: count('passed'), failed: count('failed') + (isUnread ? 1 : 0), flaky: [] }
  })
  return withCrash(sumReports(files), exitCode)
}

/**
 * What Playwright's JSON report counts. A test that passed on its retry is passed and flaky. A test that did not run,
 * because what all tests of its file need failed, is failed.
 */
export function readPlaywrightReport(report, exitCode) {
  const tests = (report?.suites ?? []).flatMap((suite) => testsOf(suite))
  const withStatus = (wantedStatus) => tests.filter(({ status }) => status === wantedStatus)
  const flaky = withStatus('flaky')
  const notRun = withStatus('skipped').filter(({ isSkipped }) => !isSkipped)
  const failed = withStatus('unexpected').length + notRun.length
  const outside = failed === 0 && (report?.errors ?? []).length > 0 ? 1 : 0
  const passed = withStatus('expected').length + flaky.length
  return withCrash({ passed, failed: failed + outside, flaky: flaky.map(({ name }) => name) }, exitCode)
}

function testsOf({ title, specs = [], suites = [] }) {
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status, annotations = [] }) => ({
      name: spec.title,
      status,
      isSkipped: annotations.some(({ type }) => type === 'skip' || type === 'fixme'),
    })),
  )
  return [...own, ...suites.flatMap(testsOf)].map((test) => ({ ...test, name: `${title} › ${test.name}` }))
}

function withCrash(total, exitCode) {
  return total.failed === 0 && exitCode !== 0 ? { ...total, failed: 1 } : total
}

/** The sums over all parts. Too many flaky tests count as failed. */
export function sumReports(reports) {
  const sum = (key) => reports.reduce((total, report) => total + report[key], 0)
  const flaky = reports.flatMap((report) => report.flaky)
  const tooMany = flaky.length > maxFlaky ? flaky.length : 0
  return { passed: sum('passed') - tooMany, failed: sum('failed') + tooMany, flaky }
}
