/** More flaky tests than this in one run are failures: something other than chance is wrong. */
export const maxFlaky = 2

/**
 * What Vitest's JSON report counts. A file that cannot be read is one failure, and so is a run that ends with an error
 * outside any test, or without a report.
 */
export function readVitestReport(report, exitCode) {
  const files = (report?.testResults ?? []).map(({ status, assertionResults }) => {
    const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length
    const isUnread = status === 'failed' && count('failed') === 0
    return { passed: count('passed'), failed: count('failed') + (isUnread ? 1 : 0), flaky: [] }
  })
  return withCrash(sumReports(files), exitCode)
}

/** What Playwright's JSON report counts. A test that passed on its retry is passed and flaky. */
export function readPlaywrightReport(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
  const outside = unexpected === 0 && (report?.errors ?? []).length > 0 ? 1 : 0
  const names = (report?.suites ?? []).flatMap(flakyNames)
  return withCrash({ passed: expected + flaky, failed: unexpected + outside, flaky: names }, exitCode)
}

function flakyNames({ title, specs = [], suites = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...own.map((spec) => spec.title), ...suites.flatMap(flakyNames)].map((name) => `${title} › ${name}`)
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
