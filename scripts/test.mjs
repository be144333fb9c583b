import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build, isBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main, root, run } from './run.mjs'

const browser = { words: 'Running the journeys in a browser …', projects: ['e2e'], mayRunAgain: 3 }
const rest = { words: 'Running the tests with a database …', projects: ['unit', 'server'], mayRunAgain: 0 }

/** Runs everything, or with `e2e` the browser's journeys only. The last line counts: `N passed, N failed`. */
main(async () => {
  const suites = process.argv.includes('e2e') ? [browser] : [rest, browser]
  const total = { passed: 0, failed: 0 }
  try {
    await ensureInstalled('all')
    if (!isBuilt()) await build()
    for (const suite of suites) {
      const { passed, failed } = await runSuite(suite)
      total.passed += passed
      total.failed += failed
    }
  } catch (fault) {
    console.error(fault.message)
    total.failed += 1
  }
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
})

/** A few files that failed run a second time, each on a fresh site, and that counts (docs/decisions/024). It is said when it happens. */
async function runSuite({ words, projects, mayRunAgain }) {
  console.log(words)
  const first = await runProjects(projects)
  const broken = first.files.filter(({ failed }) => failed > 0)
  if (broken.length === 0 || broken.length > mayRunAgain) return first

  const paths = broken.map(({ path }) => path)
  console.log(`Failed once, running a second time: ${paths.join(', ')}`)
  const second = await runProjects(projects, paths)
  return {
    passed: first.passed - sum(broken, 'passed') + second.passed,
    failed: first.failed - sum(broken, 'failed') + second.failed,
  }
}

async function runProjects(projects, paths = []) {
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-count-'))
  const report = join(folder, 'report.json')
  try {
    const selected = projects.flatMap((name) => ['--project', name])
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await run('vitest', ['run', ...selected, ...reporters, ...paths])
    return count(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined, code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file that cannot be read, or a run that fails outside any test, is a failure too. */
function count(report, code) {
  const files = (report?.testResults ?? []).map(({ name, status, assertionResults }) => {
    const having = (wanted) => assertionResults.filter((test) => test.status === wanted).length
    const unread = status === 'failed' && having('failed') === 0
    return {
      path: relative(root, name),
      passed: having('passed'),
      failed: having('failed') + (unread ? 1 : 0),
    }
  })
  const failed = sum(files, 'failed')
  return { files, passed: sum(files, 'passed'), failed: failed === 0 && code !== 0 ? 1 : failed }
}

function sum(files, key) {
  return files.reduce((all, file) => all + file[key], 0)
}
