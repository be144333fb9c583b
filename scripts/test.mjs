import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, isBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main, run } from './run.mjs'

const browser = ['Running the journeys in a browser …', ['e2e']]
const rest = ['Running the tests with a database …', ['unit', 'server']]

/** Runs everything, or with `e2e` the browser's journeys only. The last line counts: `N passed, N failed`. */
main(async () => {
  const runs = process.argv.includes('e2e') ? [browser] : [rest, browser]
  const total = { passed: 0, failed: 0 }
  try {
    await ensureInstalled('all')
    if (!isBuilt()) await build()
    for (const [words, projects] of runs) {
      console.log(words)
      const counted = await runProjects(projects)
      total.passed += counted.passed
      total.failed += counted.failed
    }
  } catch (fault) {
    console.error(fault.message)
    total.failed += 1
  }
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
})

async function runProjects(projects) {
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-count-'))
  const report = join(folder, 'report.json')
  try {
    const selected = projects.flatMap((name) => ['--project', name])
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await run('vitest', ['run', ...selected, ...reporters])
    return count(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined, code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file that cannot be read, or a run that fails outside any test, is a failure too. */
function count(report, code) {
  const passed = report?.numPassedTests ?? 0
  const files = report?.testResults ?? []
  const unread = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = (report?.numFailedTests ?? 0) + unread.length
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed }
}
