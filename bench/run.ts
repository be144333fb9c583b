import { cpus, totalmem } from 'node:os'
import { admin } from './admin.ts'
import { measureAttacks } from './attacks.ts'
import { backup } from './backup.ts'
import { javascript } from './bundle-size.ts'
import { cluster } from './cluster/main.ts'
import { compareRevisions } from './compare-revisions.ts'
import { dashboard } from './dashboard.ts'
import { eventLoop } from './event-loop.ts'
import { runFaultInjection } from './fault-injection.ts'
import { runKillRounds } from './kill-nine.ts'
import { moneyModel } from './ledger-model.ts'
import { memoryUnderLoad } from './memory-under-load.ts'
import { pageWeight } from './page-weight.ts'
import { type Measurement, milliseconds, printTable } from './report.ts'
import { saleThroughput } from './sale-throughput.ts'
import { scale } from './scale.ts'
import { slowPhone } from './slow-phone.ts'
import { startUp } from './startup-time.ts'
import { tipPage } from './tip-page-throughput.ts'
import { uploadAndDownload } from './upload.ts'
import { resume } from './upload-resume.ts'
import { verifyLatency } from './webhook-latency.ts'

const benches: Record<string, () => Promise<Array<Measurement>>> = {
  javascript,
  weight: pageWeight,
  phone: slowPhone,
  start: startUp,
  page: tipPage,
  verify: verifyLatency,
  sale: saleThroughput,
  dashboard,
  admin,
  scale: () => scale(scaleOptions(process.argv[3], process.argv[4]), (line) => console.log(`  ${line}`)),
  upload: uploadAndDownload,
  resume,
  memory: () => memoryUnderLoad({ minutes: Number(process.argv[3] ?? 3) }),
  loop: eventLoop,
  cluster,
  backup: () => backup(backupSize(process.argv[3], process.argv[4]), (line) => console.log(`  ${line}`)),
  attacks: () => measureAttacks({ seconds: Number(process.argv[3] ?? 30), only: process.argv[4] }),
  faults: async () => runFaultBench(Number(process.argv[3] ?? 500)),
  model: async () => moneyModel(Number(process.argv[3] ?? 10_000)),
  kill: async () => runKillBench(Number(process.argv[3] ?? 5)),
}

/** The benches of hot paths, which `compare` runs unless others are named. */
const hotPaths = ['page', 'verify', 'sale', 'start']

/**
 * `npm run bench` runs every benchmark, `npm run bench -- upload` one of them, and `npm run bench -- kill 25` that one
 * with 25 kills. `npm run bench -- compare HEAD~1 verify` runs that one against this and another commit alternately.
 */
const [requested, ...options] = process.argv.slice(2)
const measurements = await measure()
if (process.env.BENCH_OUTPUT === 'json') console.log(JSON.stringify(measurements))
else printReport(measurements)

async function measure(): Promise<Array<Measurement>> {
  if (requested === 'compare') {
    const [revision = 'HEAD', ...names] = options
    return compareRevisions(revision, names.length > 0 ? names : hotPaths)
  }
  const rows: Array<Measurement> = []
  for (const name of requested ? [requested] : Object.keys(benches)) {
    const bench = benches[name]
    if (!bench)
      throw new Error(`There is no benchmark "${name}". Choose one of ${Object.keys(benches).join(', ')}.`)
    console.log(`${name} …`)
    rows.push(...(await bench()))
  }
  return rows
}

function printReport(rows: Array<Measurement>): void {
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB`
  console.log(
    `\nOver loopback, load and server on one machine: ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${memory}, Node ${process.versions.node}, medians.\n`,
  )
  printTable(rows)
}

/** `npm run bench -- scale 10000,1000000 100000`: the numbers of purchases, and the number of creators. */
function scaleOptions(sizes = '10000,1000000', creators = '100000') {
  return { sizes: sizes.split(',').map(Number), creators: Number(creators) }
}

/** `npm run bench -- backup 1000000 5`: the numbers of sales, and GiB of files. */
function backupSize(purchases = '100000', gibibytes = '1') {
  return { purchases: Number(purchases), gibibytes: Number(gibibytes) }
}

async function runKillBench(rounds: number): Promise<Array<Measurement>> {
  const report = await runKillRounds({ rounds }, (line) => console.log(line))
  return [
    {
      what: `kill -9 under 8 buyers, ${rounds} times: acknowledged purchases lost`,
      measured: `${report.lost} of ${report.acknowledged}`,
      target: '0',
    },
    {
      what: 'paid and not delivered after the restart',
      measured: `${report.undelivered} of ${report.paid}`,
      target: '0',
    },
    {
      what: 'slowest restart until all was delivered',
      measured: milliseconds(report.slowestRecoveryMs),
      target: '120 s',
    },
    { what: 'payments with two purchases', measured: String(report.duplicates), target: '0' },
    { what: 'unbalanced minor units in the ledger', measured: String(report.outOfBalance), target: '0' },
  ]
}

async function runFaultBench(purchases: number): Promise<Array<Measurement>> {
  const report = await runFaultInjection({ purchases }, (line) => console.log(line))
  const wrong = Object.entries(report.violations).filter(([, count]) => count !== 0)
  return [
    {
      what: `${report.purchases} paid, ${report.kills} kill -9, ${report.dropped} of ${report.webhooks} webhooks dropped: buyers with neither item nor refund`,
      measured: `${report.unresolved} (${report.delivered} delivered, ${report.refunded} refunded)`,
      target: '0',
    },
    {
      what: 'last start until every buyer was served',
      measured: `${milliseconds(report.recoveryMs)}, ${report.lateCount} late`,
      target: '120 s',
    },
    {
      what: 'duplicate sales, postings, refunds or emails; unbalanced minor units; unsent emails',
      measured: wrong.map(([name, count]) => `${name} ${count}`).join(', ') || '0',
      target: '0',
    },
  ]
}
