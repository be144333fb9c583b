import { cpus, totalmem } from 'node:os'
import { admin } from './admin.ts'
import { attackFigures } from './attacks.ts'
import { javascript } from './bundle-size.ts'
import { dashboard } from './dashboard.ts'
import { runFaultInjection } from './fault-injection.ts'
import { runKillRounds } from './kill-nine.ts'
import { moneyModel } from './ledger-model.ts'
import { pageWeight } from './page-weight.ts'
import { type Measurement, milliseconds, printTable } from './report.ts'
import { startUp } from './startup-time.ts'
import { tipPage } from './tip-page-throughput.ts'
import { uploadAndDownload } from './upload.ts'
import { resume } from './upload-resume.ts'
import { verifyLatency } from './webhook-latency.ts'

const benches: Record<string, () => Promise<Array<Measurement>>> = {
  javascript,
  weight: pageWeight,
  start: startUp,
  page: tipPage,
  verify: verifyLatency,
  dashboard,
  admin,
  upload: uploadAndDownload,
  resume,
  attacks: () => attackFigures({ seconds: Number(process.argv[3] ?? 30), only: process.argv[4] }),
  faults: async () => runFaultBench(Number(process.argv[3] ?? 500)),
  model: async () => moneyModel(Number(process.argv[3] ?? 10_000)),
  kill: async () => runKillBench(Number(process.argv[3] ?? 5)),
}

/**
 * `npm run bench` prints every figure; `npm run bench -- upload` one of them, `npm run bench -- kill 25` with 25
 * kills.
 */
const requested = process.argv[2]
const selected = requested ? [requested] : Object.keys(benches)
const figures: Array<Measurement> = []
for (const name of selected) {
  const bench = benches[name]
  if (!bench) throw new Error(`There is no bench "${name}": choose of ${Object.keys(benches).join(', ')}`)
  console.log(`${name} …`)
  figures.push(...(await bench()))
}
const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB`
console.log(
  `\nOver loopback, load and server on one machine: ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${memory}, Node ${process.versions.node}, median of two rounds.\n`,
)
printTable(figures)

async function runKillBench(rounds: number): Promise<Array<Measurement>> {
  const found = await runKillRounds({ rounds }, (line) => console.log(line))
  return [
    {
      what: `kill -9 under 8 buyers, ${rounds} times: acknowledged purchases lost`,
      ours: `${found.lost} of ${found.acknowledged}`,
      bar: '0',
    },
    {
      what: 'paid and not delivered after the restart',
      ours: `${found.undelivered} of ${found.paid}`,
      bar: '0',
    },
    {
      what: 'slowest restart until all was delivered',
      ours: milliseconds(found.slowestRecovery),
      bar: '120 s',
    },
    { what: 'payments with two purchases', ours: String(found.double), bar: '0' },
    { what: 'unbalanced minor units in the ledger', ours: String(found.outOfBalance), bar: '0' },
  ]
}

async function runFaultBench(purchases: number): Promise<Array<Measurement>> {
  const found = await runFaultInjection({ purchases }, (line) => console.log(line))
  const wrong = Object.entries(found.faults).filter(([, count]) => count !== 0)
  return [
    {
      what: `${found.purchases} paid, ${found.kills} kill -9, ${found.dropped} of ${found.webhooks} webhooks dropped: buyers with neither item nor refund`,
      ours: `${found.unresolved} (${found.delivered} delivered, ${found.refunded} refunded)`,
      bar: '0',
    },
    {
      what: 'last start until every buyer was served',
      ours: `${milliseconds(found.recovery)}, ${found.late} late`,
      bar: '120 s',
    },
    {
      what: 'duplicate sales, postings, refunds or emails; unbalanced minor units; unsent emails',
      ours: wrong.map(([name, count]) => `${name} ${count}`).join(', ') || '0',
      bar: '0',
    },
  ]
}
