import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getPayoutSummary, processPayouts } from '../contract/admin.ts'
import { listCreatorPayouts } from '../contract/admin-monthly-payouts.ts'
import { searchPurchases } from '../contract/admin-purchases.ts'
import { getEarningsHistory } from '../contract/analytics.ts'
import { listContentPage } from '../contract/content-list.ts'
import { getDashboardStats } from '../contract/earnings.ts'
import { getPayoutRun } from '../contract/payout-runs.ts'
import { buildUrl } from '../contract/route.ts'
import { listSales } from '../contract/sales.ts'
import { compare } from './compare.ts'
import { type BenchClient, createClient } from './http-client.ts'
import { residentBytes } from './memory.ts'
import { type Measurement, median, megabytes, milliseconds } from './report.ts'
import { fillWithSales, firstCreatorId, type ScaleSize } from './scale-data.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const baselinePurchases = 100_000
const requestCount = 20
const saleCount = 40
/** Every size has the same bar beside 100,000 purchases. */
const target = 'at most 1.5'

type Log = (line: string) => void
/** An instance full of sales, with an admin and the creator of a tenth of them signed in. */
type Instance = {
  site: ServerProcess
  size: ScaleSize
  admin: BenchClient
  creator: BenchClient
  bytesPerSale: number
}

/**
 * Times of an instance with each number of purchases, compared with 100,000. Requests alternate between both instances,
 * so that other load on the machine affects both.
 */
export async function scale(
  { sizes, creators }: { sizes: Array<number>; creators: number },
  log: Log,
): Promise<Array<Measurement>> {
  const baseline = await createInstance({ purchases: baselinePurchases, creators }, log)
  try {
    const measurements: Array<Measurement> = []
    const baselineLinear = await measureLinear(baseline, log)
    for (const purchases of sizes) {
      const instance = await createInstance({ purchases, creators }, log)
      try {
        measurements.push(...(await compareInstances(instance, baseline)))
        measurements.push(...compareLinear(instance, await measureLinear(instance, log), baselineLinear))
      } finally {
        await instance.site.remove()
      }
    }
    return measurements
  } finally {
    await baseline.site.remove()
  }
}

async function createInstance(size: ScaleSize, log: Log): Promise<Instance> {
  log(
    `${size.purchases.toLocaleString('en-US')} purchases of ${size.creators.toLocaleString('en-US')} creators …`,
  )
  const site = await startServerProcess(() => ({ ADMIN_EMAIL: 'admin@example.com' }))
  await site.start()
  const admin = createClient(site.url)
  await admin.signIn(site, 'admin@example.com')
  const emptyBytes = await databaseBytes(site)
  await fillWithSales(site, size, log)
  const bytesPerSale = ((await databaseBytes(site)) - emptyBytes) / size.purchases
  const creator = createClient(site.url)
  await creator.signIn(site, 'creator0@example.com')
  await holdBackSandboxWebhooks(site)
  return { site, size, admin, creator, bytesPerSale }
}

async function databaseBytes(site: ServerProcess): Promise<number> {
  const [row] = await site.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(row?.bytes)
}

/** Only our own requests settle sales. */
async function holdBackSandboxWebhooks(site: ServerProcess): Promise<void> {
  await site.query(`
    create function hold_back() returns trigger language plpgsql as
      'begin new.next_attempt_at := null; return new; end';
    create trigger hold_back before insert on sandbox.webhook_deliveries for each row execute function hold_back()`)
}

async function compareInstances(instance: Instance, baseline: Instance): Promise<Array<Measurement>> {
  const name = `${instance.size.purchases.toLocaleString('en-US')} purchases`
  const measurements = [await compareSales(`${name}: a sale, paid → recorded`, instance, baseline)]
  for (const [what, [who, path]] of Object.entries(requests())) {
    measurements.push(
      await compare(`${name}: ${what}`, {
        measured: [instance[who], path],
        baseline: [baseline[who], path],
        ...{ target, requestCount },
      }),
    )
  }
  return [
    ...measurements,
    {
      what: `${name}: disk for a sale`,
      measured: `${Math.round(instance.bytesPerSale)} bytes`,
      baseline: `${Math.round(baseline.bytesPerSale)} bytes`,
      ratio: instance.bytesPerSale / baseline.bytesPerSale,
      target,
    },
  ]
}

function requests(): Record<string, ['admin' | 'creator', string]> {
  const now = new Date()
  const month = { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() }
  const yearAgo = { ...month, year: month.year - 1 }
  return {
    'dashboard, list': ['creator', buildUrl(listContentPage)],
    'dashboard, list searched': ['creator', buildUrl(listContentPage, { query: { q: 'item 77' } })],
    'dashboard, cards': ['creator', buildUrl(getDashboardStats)],
    'dashboard, earnings of all time': [
      'creator',
      buildUrl(getEarningsHistory, { query: { period: 'all' } }),
    ],
    'sales list': ['creator', buildUrl(listSales)],
    'sales list, searched': ['creator', buildUrl(listSales, { query: { q: 'ab1' } })],
    'admin, this month': ['admin', buildUrl(listCreatorPayouts, { query: month })],
    'admin, cards of a year ago': ['admin', buildUrl(getPayoutSummary, { query: yearAgo })],
    'admin, newest purchases': ['admin', buildUrl(searchPurchases)],
    'admin, part of a rare address': ['admin', buildUrl(searchPurchases, { query: { q: 'abc123' } })],
    'admin, part of a frequent address': ['admin', buildUrl(searchPurchases, { query: { q: '@posteo' } })],
  }
}

/** The time in which a paid checkout becomes a sale. */
async function compareSales(what: string, instance: Instance, baseline: Instance): Promise<Measurement> {
  const times = { measured: [] as Array<number>, baseline: [] as Array<number> }
  for (let i = 0; i < saleCount; i++) {
    times.measured.push(await timeSale(instance, i))
    times.baseline.push(await timeSale(baseline, i))
  }
  const [measuredMs, baselineMs] = [median(times.measured), median(times.baseline)]
  return {
    what,
    measured: milliseconds(measuredMs),
    baseline: milliseconds(baselineMs),
    ratio: measuredMs / baselineMs,
    target,
  }
}

async function timeSale({ site }: Instance, n: number): Promise<number> {
  const fan = createClient(site.url)
  // Items of the large creator and of others in turn.
  const checkout = await fan.startCheckout(firstCreatorId + (n % 2) * 2_000 + n, `fan${n}@example.com`)
  await fan.pay(checkout)
  const began = performance.now()
  const { state } = await fan.completeCheckout(checkout)
  if (state !== 'paid') throw new Error(`The sale is ${state}`)
  return performance.now() - began
}

/** What reads or writes every row: its time grows with them, its memory should not. */
type Linear = {
  payoutsMs: number
  payoutsBytes: number
  verifyMs: number
  verifyBytes: number
  backupMs: number
}

async function measureLinear({ site, size, admin }: Instance, log: Log): Promise<Linear> {
  const payouts = await runPayouts(site, admin)
  log(`payout run of ${size.creators.toLocaleString('en-US')} creators: ${milliseconds(payouts.ms)}`)
  const verify = await runVerify(site)
  log(`verify: ${milliseconds(verify.ms)}, ${megabytes(verify.peakBytes)}`)
  const backupMs = await readDatabaseFiles(site)
  log(`backup: ${milliseconds(backupMs)}`)
  return {
    ...{ payoutsMs: payouts.ms, payoutsBytes: payouts.peakBytes, backupMs },
    ...{ verifyMs: verify.ms, verifyBytes: verify.peakBytes },
  }
}

function compareLinear({ size }: Instance, measured: Linear, baseline: Linear): Array<Measurement> {
  const name = `${size.purchases.toLocaleString('en-US')} purchases`
  const growth = size.purchases / baselinePurchases
  const row = (what: string, key: keyof Linear, format: (value: number) => string, atMost: number) => ({
    what: `${name}: ${what}`,
    measured: format(measured[key]),
    baseline: format(baseline[key]),
    ratio: measured[key] / baseline[key],
    target: `at most ${Number(atMost.toFixed(2))}`,
  })
  const creators = size.creators.toLocaleString('en-US')
  return [
    row(`payout run of ${creators} creators`, 'payoutsMs', milliseconds, 1.5),
    row('payout run, memory', 'payoutsBytes', megabytes, 1.5),
    row('verify', 'verifyMs', milliseconds, Math.max(1.5, 1.5 * growth)),
    row('verify, memory', 'verifyBytes', megabytes, 1.5),
    row('backup, read of the database’s files', 'backupMs', milliseconds, Math.max(1.5, 1.5 * growth)),
  ]
}

async function runPayouts(site: ServerProcess, admin: BenchClient) {
  const lastMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1))
  const body = { month: lastMonth.getUTCMonth() + 1, year: lastMonth.getUTCFullYear() }
  let peakBytes = 0
  const began = performance.now()
  const response = await admin.send('POST', processPayouts.path, body)
  let run = (await response.json()) as { id: number; state: string }
  while (run.state === 'running') {
    await sleep(250)
    peakBytes = Math.max(peakBytes, await residentBytes(site))
    run = (await (
      await admin.send('GET', buildUrl(getPayoutRun, { params: { id: run.id } }))
    ).json()) as typeof run
  }
  if (run.state !== 'completed') throw new Error(`The payout run answered ${JSON.stringify(run)}`)
  return { ms: performance.now() - began, peakBytes }
}

const verifyProgram = join(import.meta.dirname, '../dist/verify.js')

async function runVerify(site: ServerProcess) {
  const began = performance.now()
  const child = spawn(process.execPath, [verifyProgram], {
    env: { PATH: process.env.PATH, DATA_DIR: site.dataDir, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  let peakBytes = 0
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peakBytes = Math.max(peakBytes, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024)
  }, 100)
  const code = await new Promise((done) => child.on('close', done))
  clearInterval(timer)
  if (code !== 0) throw new Error(`verify found differences:\n${output}`)
  return { ms: performance.now() - began, peakBytes }
}

/** A backup copies the data folder. Only the reading is measured, because the copy would need the same space again. */
async function readDatabaseFiles({ dataDir }: ServerProcess): Promise<number> {
  const began = performance.now()
  const child = spawn('sh', ['-c', 'tar -cf - -C "$1" postgres 2>/dev/null | cat > /dev/null', 'sh', dataDir])
  await new Promise((done) => child.on('close', done))
  return performance.now() - began
}
