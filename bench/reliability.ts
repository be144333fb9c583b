import { cpus } from 'node:os'
import { faultRuns } from './reliability/all.ts'
import type { FaultRun, Outcome } from './reliability/fault-run.ts'

/**
 * `npm run bench:faults` makes every run of docs/reliability.md at full length, `-- --quick` with the counts of the
 * tests, and `-- NAME [COUNT]` one of them. It prints the rows of that document's table, and exits with 1 when a run
 * misses its bar.
 */
const isQuick = process.argv.includes('--quick')
const [name, count] = process.argv.slice(2).filter((argument) => argument !== '--quick')
const chosen = name ? [name] : Object.keys(faultRuns)
const rows: Array<string> = []
for (const one of chosen) {
  const run = faultRuns[one]
  if (!run) throw new Error(`There is no run "${one}". Choose one of ${Object.keys(faultRuns).join(', ')}.`)
  const times = Number(count ?? (isQuick ? run.quickCount : run.longCount))
  console.log(`${one}: ${times.toLocaleString('en-US')} ${run.unit} …`)
  const began = performance.now()
  const outcome = await run
    .run(times, (line) => console.log(`  ${line}`))
    .catch((error: unknown): Outcome => {
      console.error(error)
      return { count: 0, result: 'did not finish', hasPassed: false }
    })
  if (!outcome.hasPassed) process.exitCode = 1
  rows.push(row(one, run, { ...outcome, seconds: (performance.now() - began) / 1_000 }))
  console.log(rows.at(-1))
}
console.log(`\n${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}\n`)
console.log('| run | what | done | found | bar | took | date |\n|---|---|---|---|---|---|---|')
console.log(rows.join('\n'))

function row(
  one: string,
  { what, unit, bar }: FaultRun,
  { count, result, hasPassed, seconds }: Outcome & { seconds: number },
): string {
  const took = seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
  const date = new Date().toISOString().slice(0, 10)
  const done = `${count.toLocaleString('en-US')} ${unit}`
  return `| \`${one}\` | ${what} | ${done} | ${hasPassed ? result : `**${result}**`} | ${bar} | ${took} | ${date} |`
}
