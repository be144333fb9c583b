import { setTimeout as sleep } from 'node:timers/promises'
import { getPayoutSummary, listCreatorPayouts } from '../contract/admin-payouts.ts'
import { buildUrl } from '../contract/route.ts'
import { type BenchClient, createClient } from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'
import { bulkSession, insertSales } from './bulk-insert-sales.ts'
import { compare } from './compare.ts'
import type { Measurement } from './report.ts'

/** Of users and of items, of which each creator has one. */
const firstId = 1_000_000_000
const creatorCount = 10_000
const smallSaleCount = 10_000
const largeSaleCount = 1_000_000
const requestCount = 30
/** Periodic tasks run every 15 seconds, and close 24 months within seconds. */
const maxCloseMs = 120_000

/**
 * Response times of the admin pages with ten thousand creators and a million purchases, compared with ten thousand
 * purchases.
 */
export async function admin(): Promise<Array<Measurement>> {
  const sites = await Promise.all([startServerProcess(adminSettings), startServerProcess(adminSettings)])
  const [small, large] = sites
  try {
    const largeClient = await fillDatabase(large, largeSaleCount)
    const smallClient = await fillDatabase(small, smallSaleCount)
    const measurements: Array<Measurement> = []
    for (const [what, path] of Object.entries(pages())) {
      measurements.push(
        await compare(`admin: ${what}`, {
          measured: [largeClient, path],
          baseline: [smallClient, path],
          target: '2 at most, 30 ms',
          requestCount,
        }),
      )
    }
    return measurements
  } finally {
    for (const site of sites) await site.remove()
  }
}

const adminSettings = () => ({ ADMIN_EMAIL: 'admin@example.com' })

function pages(): Record<string, string> {
  const now = new Date()
  const month = { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() }
  const yearAgo = { ...month, year: month.year - 1 }
  return {
    'payouts page, creators': buildUrl(listCreatorPayouts, { query: month }),
    'payouts page, cards': buildUrl(getPayoutSummary, { query: month }),
    'payouts page, last page': buildUrl(listCreatorPayouts, { query: { ...month, page: creatorCount / 50 } }),
    'creators of a year ago': buildUrl(listCreatorPayouts, { query: yearAgo }),
    'cards of a year ago': buildUrl(getPayoutSummary, { query: yearAgo }),
  }
}

/**
 * Signs in as admin and inserts the sales of two years. Rows are inserted in the order of months, as in production. As
 * there, the periodic tasks and PostgreSQL have done with them before the first request: their work on a million new
 * rows would be measured too.
 */
async function fillDatabase(site: ServerProcess, saleCount: number): Promise<BenchClient> {
  await site.start()
  const client = createClient(site.url)
  await client.signIn(site, 'admin@example.com')
  await site.query(`${bulkSession}
    insert into users (id, name, first_name, email, email_verified, payout_method, payout_email)
      select ${firstId} + n, 'Creator ' || n, 'Creator ' || n, 'creator' || n || '@example.com', true, 'wise',
        'creator' || n || '@example.com' from generate_series(0, ${creatorCount} - 1) as n`)
  const creatorOf = (item: string) => `(${firstId} + ${item})::text`
  await insertSales(site, { firstId, items: creatorCount, sales: saleCount, creatorOf })
  await site.query(`${bulkSession}
    insert into creator_monthly_rollups (creator_id, month, currency, sale_count, gross_amount, platform_fee_amount, net_amount, paid_out_amount, tax_amount)
      select creator_id, to_char(paid_at at time zone 'UTC', 'YYYY-MM'), 'USD', count(*), sum(amount), sum(platform_fee_amount),
        sum(amount - platform_fee_amount), 0, 0 from purchases group by 1, 2 order by 2, 1;
    insert into creator_monthly_sales_rollups select * from creator_monthly_sales_rollups_recomputed order by month, creator_id`)
  await monthsClosed(site)
  await site.query('vacuum (analyze)')
  await site.query('checkpoint')
  return client
}

/** Waits until the periodic task has closed last month and all months before. */
async function monthsClosed(site: ServerProcess): Promise<void> {
  const deadline = performance.now() + maxCloseMs
  while (performance.now() < deadline) {
    const open = await site.query(`
      select from (select max(month) as month from monthly_reports) closed
      where month is distinct from to_char(now() at time zone 'UTC' - interval '1 month 1 hour', 'YYYY-MM')`)
    if (open.length === 0) return
    await sleep(500)
  }
  throw new Error('The months were not closed')
}
