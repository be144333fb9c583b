import { cpus, totalmem } from 'node:os'
import { admin } from './admin.ts'
import { measureAttacks } from './attacks.ts'
import { javascript } from './bundle-size.ts'
import { compareRevisions } from './compare-revisions.ts'
import { dashboard } from './dashboard.ts'
import { memoryUnderLoad } from './memory-under-load.ts'
import { type Measurement, printTable } from './report.ts'
import { saleThroughput } from './sale-throughput.ts'
import { slowPhone } from './slow-phone.ts'
import { startUp } from './startup-time.ts'
import { tipPage } from './tip-page-throughput.ts'
import { uploadAndDownload } from './upload.ts'
import { verifyLatency } from './webhook-latency.ts'

const benches: Record<string, (first?: string, second?: string) => Promise<Array<Measurement>>> = {
  javascript,
  phone: slowPhone,
  start: startUp,
  page: tipPage,
  verify: verifyLatency,
  sale: saleThroughput,
  dashboard,
  admin,
  upload: uploadAndDownload,
  memory: (minutes = '3') => memoryUnderLoad({ minutes: Number(minutes) }),
  attacks: (seconds = '30', only) => measureAttacks({ seconds: Number(seconds), only }),
}

/** What `compare` runs unless benches are named. */
const hotPaths = ['page', 'verify', 'sale', 'start']

/**
 * `npm run bench` runs every benchmark, `npm run bench -- upload` one of them, and `npm run bench -- attacks 30 deepJson`
 * one attack for 30 seconds. `npm run bench -- compare HEAD~1 verify` runs that one against this and another commit
 * alternately.
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
    rows.push(...(await bench(...options)))
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
