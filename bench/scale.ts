import { getPayoutSummary } from '../contract/admin.ts'
import { listCreatorPayouts } from '../contract/admin-monthly-payouts.ts'
import { searchPurchases } from '../contract/admin-purchases.ts'
import { getEarningsHistory } from '../contract/analytics.ts'
import { listContentPage } from '../contract/content-list.ts'
import { getDashboardStats } from '../contract/earnings.ts'
import { buildUrl } from '../contract/route.ts'
import { listSales } from '../contract/sales.ts'
import { compare, compareTimes } from './compare.ts'
import { type BenchClient, createClient } from './http-client.ts'
import type { Measurement } from './report.ts'
import { fillWithSales, firstCreatorId, type ScaleSize } from './scale-data.ts'
import { compareLinear, measureLinear } from './scale-linear.ts'
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
        measurements.push(
          ...compareLinear(instance.size, await measureLinear(instance, log), {
            size: baseline.size,
            linear: baselineLinear,
          }),
        )
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
  // While tables are filled without indexes, background tasks would read them whole and block the indexes' creation.
  const site = await startServerProcess((start) => ({
    ADMIN_EMAIL: 'admin@example.com',
    // With few purchases, the balance of a creator is that of one sale.
    MIN_PAYOUT: '5',
    ...(start === 1 && { ROLE: 'web' }),
  }))
  await site.start()
  const emptyBytes = await databaseBytes(site)
  await fillWithSales(site, size, log)
  await site.stop()
  await site.start()
  const admin = createClient(site.url)
  await admin.signIn(site, 'admin@example.com')
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
  return compareTimes(what, times, target)
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
