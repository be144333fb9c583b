import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import ProgressReporter, { readProgress } from '../scripts/test-progress.mjs'
import { maxFlaky, readPlaywrightReport, readVitestReport, sumReports } from '../scripts/test-report.mjs'

const file = (status: string, ...statuses: Array<string>) => ({
  status,
  assertionResults: statuses.map((one) => ({ status: one })),
})

test('a Vitest report counts its tests, and a skipped one is neither passed nor failed', () => {
  const report = { testResults: [file('passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')] }

  expect(readVitestReport(report, 1)).toEqual({ passed: 2, failed: 1, flaky: [] })
})

test('a file that Vitest cannot read is one failure', () => {
  const report = { testResults: [file('failed'), file('passed', 'passed')] }

  expect(readVitestReport(report, 1)).toEqual({ passed: 1, failed: 1, flaky: [] })
})

test.for([readVitestReport, readPlaywrightReport])(
  'a part that crashes without a report is one failure',
  (read) => {
    expect(read(undefined, 137)).toEqual({ passed: 0, failed: 1, flaky: [] })
  },
)

test.for([
  [readVitestReport, { testResults: [file('passed', 'passed')] }],
  [readPlaywrightReport, playwright('expected')],
] as const)('a part whose tests pass and that exits with an error is one failure', ([read, report]) => {
  expect(read(report, 1)).toEqual({ passed: 1, failed: 1, flaky: [] })
})

/** Journeys of one file, each with the status of its tests. */
function playwright(...statuses: Array<string>) {
  const specs = statuses.map((status, index) => ({ title: `journey ${index}`, tests: [{ status }] }))
  return {
    suites: [{ title: 'checkout.test.ts', specs, suites: [] }],
    errors: [],
  }
}

test('a journey that passes on its retry is passed, counted as flaky, and named', () => {
  const report = readPlaywrightReport(playwright('expected', 'flaky'), 0)

  expect(report).toEqual({ passed: 2, failed: 0, flaky: ['checkout.test.ts › journey 1'] })
})

test('journeys that did not run after a failure of their file are failures', () => {
  const report = readPlaywrightReport(playwright('unexpected', 'skipped', 'expected'), 1)

  expect(report).toEqual({ passed: 1, failed: 2, flaky: [] })
})

test('an error outside any journey is a failure', () => {
  const report = {
    stats: { expected: 0, unexpected: 0, flaky: 0 },
    suites: [],
    errors: [{ message: 'EACCES' }],
  }

  expect(readPlaywrightReport(report, 1)).toEqual({ passed: 0, failed: 1, flaky: [] })
})

test('more flaky journeys in one run than allowed are failures', () => {
  const parts = [
    readPlaywrightReport(playwright('expected', ...Array<string>(maxFlaky).fill('flaky')), 0),
    { passed: 10, failed: 1, flaky: [] },
  ]
  const tooMany = readPlaywrightReport(
    playwright('expected', ...Array<string>(maxFlaky + 1).fill('flaky')),
    0,
  )

  expect(sumReports(parts)).toMatchObject({ passed: 11 + maxFlaky, failed: 1 })
  expect(sumReports([tooMany])).toMatchObject({ passed: 1, failed: maxFlaky + 1 })
})

function progressReporter() {
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-progress-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'progress.json')
  return { reporter: new ProgressReporter({ file: path }), read: () => readProgress(path) }
}

test('the progress of a Vitest run names the test that runs, or the file while none of its tests runs', () => {
  const { reporter, read } = progressReporter()
  const module = { relativeModuleId: 'tests/a.test.ts' }
  const testCase = { module, fullName: 'a sale', result: () => ({ state: 'passed' }) }

  reporter.onTestModuleStart(module)
  const inHook = read()
  reporter.onTestCaseReady(testCase)
  const inTest = read()
  reporter.onTestCaseResult(testCase)
  reporter.onTestModuleEnd(module)

  expect(inHook).toEqual({ passed: 0, failed: [], running: ['tests/a.test.ts'] })
  expect(inTest).toEqual({ passed: 0, failed: [], running: ['tests/a.test.ts › a sale'] })
  expect(read()).toEqual({ passed: 1, failed: [], running: [] })
})

test('the progress of a Playwright run counts a test that is tried again once', () => {
  const { reporter, read } = progressReporter()
  const journey = { titlePath: () => ['', 'chromium', 'buy.test.ts', 'a fan buys'], retries: 1 }

  reporter.onTestBegin(journey)
  reporter.onTestEnd(journey, { status: 'timedOut', retry: 0 })
  reporter.onTestBegin(journey)
  const inRetry = read()
  reporter.onTestEnd(journey, { status: 'timedOut', retry: 1 })

  expect(inRetry).toEqual({ passed: 0, failed: [], running: ['chromium › buy.test.ts › a fan buys'] })
  expect(read()).toEqual({ passed: 0, failed: ['chromium › buy.test.ts › a fan buys'], running: [] })
})

test('a run that has not begun has no progress', () => {
  expect(readProgress('/nothing/progress.json')).toEqual({ passed: 0, failed: [], running: [] })
})
