import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, isBuilt } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { endLeftovers } from './leftovers.mjs'
import { main, runGroup, signals } from './process.mjs'
import { readProgress } from './test-progress.mjs'
import { readPlaywrightReport, readVitestReport, sumReports } from './test-report.mjs'

const minuteMs = 60_000

const vitest = (...args) => ({
  command: 'vitest',
  args: ['run', '--reporter=default', '--reporter=json', '--reporter=./scripts/test-progress.mjs', ...args],
  read: readVitestReport,
})
const playwright = (...args) => ({
  command: 'playwright',
  args: ['test', ...args],
  read: readPlaywrightReport,
})

/**
 * The gate leaves out tests tagged `long`. Tests tagged `scaled` are in both suites, and do more in the long one. A part
 * that has not ended at its deadline is stopped; both parts of the long suite fit into an hour.
 */
const suites = {
  gate: [
    { title: 'Running tests without a browser …', minutes: 25, ...vitest('--tags-filter=!long') },
    { title: 'Running browser tests …', minutes: 25, ...playwright('--grep-invert', '@long') },
  ],
  long: [
    {
      title: 'Running long tests without a browser …',
      minutes: 33,
      ...vitest('--project', 'server', '--project', 'memory', '--tags-filter=long || scaled'),
    },
    { title: 'Running long browser tests …', minutes: 24, ...playwright('--grep', '@long') },
  ],
  e2e: [{ title: 'Running browser tests …', minutes: 60, ...playwright(...process.argv.slice(3)) }],
}

const firefoxNote = 'Skipping the journeys in Firefox: FIREFOX_PATH names no build of Firefox.'

/** Runs a suite: `gate`, `long` or `e2e`. The last line counts: `N passed, N failed`. */
main(async () => {
  const suite = process.argv[2] ?? 'gate'
  const parts = suites[suite]
  if (!parts) throw new Error(`The suites are ${Object.keys(suites).join(', ')}.`)
  // Everything that the tests write lies in one folder, which also tells their processes from others.
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-run-'))
  // Like /tmp. When root starts PostgreSQL, it runs as another user, who removes the folder of its socket.
  chmodSync(folder, 0o1777)
  const reports = []
  let isStopping = false
  for (const signal of signals) process.on(signal, () => (isStopping = true))
  try {
    await withDeadline('The installation', 10, ensureInstalled('all'))
    if (!isBuilt()) await withDeadline('The build', 10, build())
    if (isStopping) throw new Error('Stopped before the tests began.')
    if (suite !== 'e2e' && !process.env.FIREFOX_PATH) console.log(firefoxNote)
    for (const part of parts) {
      reports.push(await runPart(part, { folder, isLong: suite === 'long' }))
      if (isStopping) break
    }
  } catch (error) {
    console.error(error.message)
    reports.push({ passed: 0, failed: 1, flaky: [] })
  }
  await endLeftovers(folder)
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  } catch (error) {
    // The last line still counts the tests.
    console.error(`Could not remove ${folder}: ${error.message}`)
  }
  // A command that hangs does not keep us from ending.
  setTimeout(() => process.exit(), 5_000).unref()
  return printTotal(sumReports(reports))
})

async function withDeadline(what, minutes, work) {
  let timer
  const late = new Promise((_, reject) => {
    const error = new Error(`${what} has not ended after ${minutes} minutes.`)
    timer = setTimeout(() => reject(error), minutes * minuteMs)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function runPart({ title, minutes, command, args, read }, { folder, isLong }) {
  console.log(title)
  const began = performance.now()
  const file = join(folder, `${command}.json`)
  const progressFile = join(folder, `${command}-progress.json`)
  const output = command === 'vitest' ? [`--outputFile.json=${file}`] : []
  const env = {
    TMPDIR: folder,
    TEST_REPORT: file,
    TEST_PROGRESS: progressFile,
    ...(isLong && { TEST_LONG: '1' }),
  }
  let late
  const onDeadline = () => {
    late = readProgress(progressFile)
    console.error(`Stopped, because it has not ended after ${minutes} minutes. What still runs:`)
    for (const name of late.running) console.error(`  ${name}`)
    for (const name of late.failed) console.error(`Failed before: ${name}`)
    if (late.running.length === 0) console.error(`  no test, but ${command} itself`)
  }
  const deadlineMs = minutes * minuteMs
  const code = await runGroup(command, [...args, ...output], { env, deadlineMs, onDeadline })
  const report = late
    ? { passed: late.passed, failed: late.failed.length + 1, flaky: [] }
    : read(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined, code)
  const seconds = Math.round((performance.now() - began) / 1_000)
  console.log(`${report.passed} passed, ${report.failed} failed in ${seconds} s.`)
  return report
}

function printTotal({ passed, failed, flaky }) {
  for (const name of flaky) console.log(`Passed only on its retry: ${name}`)
  if (flaky.length > 0) console.log(`${flaky.length} flaky`)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}
