import { setTimeout as sleep } from 'node:timers/promises'
import { getMonthlyReports, getPayoutSummary } from '../contract/admin.ts'
import { listCreatorPayouts } from '../contract/admin-monthly-payouts.ts'
import { listCreators } from '../contract/admin-overview.ts'
import { searchPurchases } from '../contract/admin-purchases.ts'
import { buildUrl } from '../contract/route.ts'
import { type BenchClient, createClient } from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'
import { compare } from './compare.ts'
import type { Measurement } from './report.ts'

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
          target: '2 at most, 20 ms',
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
    'closed months': buildUrl(getMonthlyReports),
    'newest purchases': buildUrl(searchPurchases),
    'purchases of an address': buildUrl(searchPurchases, { query: { q: 'fan77@example.com' } }),
    'purchases by part of an address': buildUrl(searchPurchases, { query: { q: 'an7712' } }),
    'creators by name': buildUrl(listCreators, { query: { q: 'creator77' } }),
  }
}

/**
 * Signs in as admin and inserts the sales of two years with their rollups. Admin pages read ledger entries of single
 * purchases only, so no entries are inserted. Rows are inserted in the order of months, as in production. As there, the
 * periodic tasks and PostgreSQL have done with them before the first request: their work on a million new rows would
 * be measured too.
 */
async function fillDatabase(site: ServerProcess, saleCount: number): Promise<BenchClient> {
  await site.start()
  const client = createClient(site.url)
  await client.signIn(site, 'admin@example.com')
  const range = `generate_series(0, ${saleCount} - 1) as n`
  const creator = `(9000000000 + n % ${creatorCount})`
  const paidAt = `now() - (n % 730) * interval '1 day' - (n % 1000) * interval '1 minute'`
  await site.query(`
    set session_replication_role = replica;
    set synchronous_commit = off;
    insert into users (id, name, first_name, email, email_verified, payout_method, payout_email)
      select 9000000000 + n, 'Creator ' || n, 'Creator ' || n, 'creator' || n || '@example.com', true, 'wise',
        'creator' || n || '@example.com' from generate_series(0, ${creatorCount} - 1) as n;
    insert into content_items (id, creator_id, kind, status, title, description, pricing_model, price_amount, currency, category,
        access_type, text_content, version, created_at, updated_at)
      select 9000000000 + n, 9000000000 + n, 'text', 'published', 'Item ' || n, '', 'fixed', 1000, 'USD', 'music', 'view',
        'Text', 1, now(), now() from generate_series(0, ${creatorCount} - 1) as n;
    insert into checkouts (id, content_id, creator_id, list_amount, amount, currency, platform_fee_bps, content_version, buyer_cookie_hash, buyer_email,
        provider, mode, provider_payment_id, state, created_at, expires_at)
      select n + 1, ${creator}, ${creator}, 1000, 1000, 'USD', 2000, 1, 'browser ' || n, 'fan' || n || '@example.com', 'sandbox',
        'test', 'pi_' || n, 'paid', ${paidAt}, now() from ${range};
    insert into purchases (id, order_number, checkout_id, content_id, creator_id, list_amount, amount, platform_fee_amount, currency, buyer_email, paid_at,
        delivery_verified_at)
      select n + 1, n + 1, n + 1, ${creator}, ${creator}, 1000, 1000, 200, 'USD', 'fan' || n || '@example.com', ${paidAt}, now() from ${range};
    insert into access_grants (purchase_id, content_id, token_nonce) select n + 1, ${creator}, 'nonce' from ${range};
    insert into ledger_rollups (account, creator_id, kind, currency, amount, entry_count)
      select 'creator_balance/' || creator_id, creator_id, 'sale', 'USD', sum(amount - platform_fee_amount), count(*) from purchases group by creator_id;
    insert into creator_monthly_rollups (creator_id, month, currency, sale_count, gross_amount, platform_fee_amount, net_amount, paid_out_amount)
      select creator_id, to_char(paid_at at time zone 'UTC', 'YYYY-MM'), 'USD', count(*), sum(amount), sum(platform_fee_amount),
        sum(amount - platform_fee_amount), 0 from purchases group by 1, 2 order by 2, 1;
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
