import { cpus } from 'node:os'
import { backups } from '../tests/reliability/backups.ts'
import { type FaultRun, type Outcome, textOfWrong } from '../tests/reliability/fault-run.ts'
import { fullDisk } from '../tests/reliability/full-disk.ts'
import { databaseKills, randomKills, stops } from '../tests/reliability/kills.ts'
import { mixedLoad } from './reliability/mixed-load.ts'
import { namedPoints } from './reliability/named-points.ts'
import { slowClients } from './reliability/slow-clients.ts'
import { cutUploads, largeUpload } from './reliability/uploads.ts'
import { vitestRun } from './reliability/vitest-run.ts'

/** Every run of docs/reliability.md, in its order. */
const runs: Record<string, FaultRun> = {
  kill: randomKills,
  points: namedPoints,
  database: databaseKills,
  webhooks: {
    what: 'webhooks duplicated, reordered, dropped and forged, over 10 to 100 seeds',
    unit: 'webhooks',
    bar: 'the same ledger as with each delivered once and in order',
    quickCount: 300,
    longCount: 200_000,
    run: (count) => vitestRun('tests/webhooks.test.ts', count, 'WEBHOOK_POSTS'),
  },
  sweeper: {
    what: 'no webhooks: the sweeper settles every payment',
    unit: 'payments',
    bar: 'all settled',
    quickCount: 50,
    longCount: 1_000,
    run: (count) => vitestRun('tests/sweeper-alone.test.ts', count, 'SWEEPER_PAYMENTS'),
  },
  model: {
    what: 'random money operations compared with a model',
    unit: 'operations',
    bar: 'no wrong balance, payout or grant',
    quickCount: 10_000,
    longCount: 200_000,
    run: (count) => vitestRun('tests/ledger-model.test.ts', count, 'MODEL_OPERATIONS'),
  },
  races: {
    what: '64 concurrent requests: complete, payout, refund, plan change',
    unit: 'rounds',
    bar: 'nothing done twice',
    quickCount: 8,
    longCount: 2_000,
    run: (count) => vitestRun('tests/races.test.ts', count, 'RACE_ROUNDS'),
  },
  fuzz: {
    what: 'random schema-aware values and raw bytes on every route',
    unit: 'requests per route',
    bar: '0 responses of 500 or more',
    quickCount: 300,
    longCount: 50_000,
    run: (count) => vitestRun('tests/fuzz.test.ts', count, 'FUZZ_RUNS'),
  },
  slow: slowClients,
  disk: fullDisk,
  uploads: cutUploads,
  large: largeUpload,
  load: mixedLoad,
  stop: stops,
  backup: backups,
}

/**
 * `npm run bench:faults` makes every run of docs/reliability.md at full length, `-- --quick` with the counts of the
 * tests, and `-- NAME [COUNT]` one of them. It prints the rows of that document's table, and exits with 1 when a run
 * misses its bar.
 */
const isQuick = process.argv.includes('--quick')
const [name, count] = process.argv.slice(2).filter((argument) => argument !== '--quick')
const rows: Array<string> = []
for (const one of name ? [name] : Object.keys(runs)) {
  const run = runs[one]
  if (!run) throw new Error(`There is no run "${one}". Choose one of ${Object.keys(runs).join(', ')}.`)
  const times = Number(count ?? (isQuick ? run.quickCount : run.longCount))
  console.log(`${one}: ${times.toLocaleString('en-US')} ${run.unit} …`)
  const startedAt = performance.now()
  const outcome = await run
    .run(times, (line) => console.log(`  ${line}`))
    .catch((error: unknown): Outcome => {
      console.error(error)
      return { count: 0, wrong: { 'did not finish': true }, notes: '' }
    })
  const seconds = (performance.now() - startedAt) / 1_000
  rows.push(row(one, run, outcome, seconds))
  console.log(rows.at(-1))
  if (textOfWrong(outcome.wrong) !== '0') process.exitCode = 1
}
console.log(`\n${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}\n`)
console.log('| run | what | done | found | bar | took | date |\n|---|---|---|---|---|---|---|')
console.log(rows.join('\n'))

function row(one: string, { what, unit, bar }: FaultRun, outcome: Outcome, seconds: number): string {
  const { count, wrong, notes } = outcome
  const found = textOfWrong(wrong) === '0' ? '0 wrong' : `**${textOfWrong(wrong)}**`
  const took = seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
  const date = new Date().toISOString().slice(0, 10)
  const cells = [`\`${one}\``, what, `${count.toLocaleString('en-US')} ${unit}`, `${found}; ${notes}`]
  return `| ${[...cells, bar, took, date].join(' | ')} |`
}
