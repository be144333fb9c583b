import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Measurement, median } from './report.ts'

const rounds = 2
const root = join(import.meta.dirname, '..')
/** Not below node_modules, where the build would not find its settings. */
const cacheDir = join(tmpdir(), 'tipdrop-bench-builds')

/**
 * Builds another commit beside this one, and runs the benches of this commit against both servers alternately, so that
 * other load on the machine affects both. `measured` is this commit, `baseline` the other; none where the other commit cannot
 * run the bench.
 */
export function compareRevisions(revision: string, benches: Array<string>): Array<Measurement> {
  const other = buildRevision(revision)
  const own = buildOwn()
  return benches.flatMap((bench) => {
    const results = Array.from({ length: rounds }, (_, round) => {
      console.log(`${bench}, round ${round + 1} of ${rounds} …`)
      return { own: runBench(bench, own), other: tryBench(bench, other) }
    })
    const measured = medianOfRounds(results.map((result) => result.own))
    const baseline = medianOfRounds(results.map((result) => result.other))
    return measured.map(({ what, text, value }, index) => {
      const before = baseline[index]
      const row = {
        what,
        measured: text,
        ...(before && { baseline: before.text, ratio: value / before.value }),
      }
      console.log(JSON.stringify(row))
      return row
    })
  })
}

/** No measurements where the other commit, with another schema or other routes, cannot run it. */
function tryBench(bench: string, server: string): Array<Measurement> {
  try {
    return runBench(bench, server)
  } catch (error) {
    console.log(String(error))
    return []
  }
}

function runBench(bench: string, server: string): Array<Measurement> {
  const { stdout, status } = spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), bench], {
    env: { ...process.env, BENCH_SERVER: server, BENCH_OUTPUT: 'json' },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The benchmark "${bench}" failed with ${server}`)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as Array<Measurement>
}

type MedianOfRounds = { what: string; text: string; value: number }

/** Each number of a measured text is its median over the rounds. `value` is the first number. */
function medianOfRounds(results: Array<Array<Measurement>>): Array<MedianOfRounds> {
  return (results[0] ?? []).map(({ what, measured }, row) => {
    const numbersByRound = results.map((result) => numbersIn(result[row]?.measured ?? ''))
    const medians = numbersIn(measured).map((_, index) =>
      median(numbersByRound.map((numbers) => numbers[index] ?? Number.NaN)),
    )
    const remaining = [...medians]
    const text = measured.replace(numberPattern, () => formatNumber(remaining.shift() ?? Number.NaN))
    return { what, text, value: medians[0] ?? Number.NaN }
  })
}

/** A number that is no part of a word, such as the 50 of "p50". */
const numberPattern = /(?<![\w.,])\d[\d,]*(?:\.\d+)?/g

function numbersIn(text: string): Array<number> {
  return (text.match(numberPattern) ?? []).map((number) => Number(number.replaceAll(',', '')))
}

function formatNumber(number: number): string {
  return number < 100 ? String(Math.round(number * 10) / 10) : Math.round(number).toLocaleString('en-US')
}

/** The path of the revision's built server. A build is kept for the next call. */
function buildRevision(revision: string): string {
  const folder = join(cacheDir, shortHash(revision))
  const server = join(folder, 'dist/server.js')
  if (existsSync(server)) return server

  extractRevision(revision, folder)
  build(folder)
  return server
}

/** The path of this working tree's built server. It is always built, because its sources may have changed. */
function buildOwn(): string {
  build(root)
  return join(root, 'dist/server.js')
}

function build(folder: string): void {
  execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Writes the sources of a commit to a new folder, with its packages. */
function extractRevision(revision: string, folder: string): void {
  if (existsSync(folder)) return
  const partial = `${folder}-${process.pid}`
  mkdirSync(partial, { recursive: true })
  git('archive', `--output=${partial}.tar`, revision)
  execFileSync('tar', ['-xf', `${partial}.tar`, '-C', partial])
  rmSync(`${partial}.tar`)
  if (hasSamePackages(partial)) symlinkSync(join(root, 'node_modules'), join(partial, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: partial, stdio: 'inherit' })
  renameSync(partial, folder)
}

function shortHash(revision: string): string {
  return git('rev-parse', '--short=12', `${revision}^{commit}`).trim()
}

function git(...args: Array<string>): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** The packages of this working tree serve a commit that locks the same ones. */
function hasSamePackages(folder: string): boolean {
  const lockOf = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8')
  return lockOf(folder) === lockOf(root)
}
