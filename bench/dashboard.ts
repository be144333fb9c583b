import { getContentStats, getEarningsHistory } from '../contract/analytics.ts'
import { ContentSort, listContentPage } from '../contract/content-list.ts'
import { getDashboardStats } from '../contract/earnings.ts'
import { buildUrl } from '../contract/route.ts'
import { listSales } from '../contract/sales.ts'
import { type BenchClient, createClient } from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'
import { insertSales } from './bulk-insert-sales.ts'
import { type BenchRequest, compare } from './compare.ts'
import type { Measurement } from './report.ts'

const smallCreator = { firstId: 2_000_000_000, items: 100, sales: 1_000 }
const largeCreator = { firstId: 3_000_000_000, items: 10_000, sales: 1_000_000 }
const requestCount = 60

/**
 * Response times for a creator with ten thousand items and a million sales, compared with a hundred items and a
 * thousand sales.
 */
export async function dashboard(): Promise<Array<Measurement>> {
  const site = await startServerProcess()
  try {
    await site.start()
    const small = await createCreatorWithSales(site, 'jonas@example.com', smallCreator)
    const large = await createCreatorWithSales(site, 'mara@example.com', largeCreator)
    await site.query('vacuum analyze')
    const last = await findLastPage(large)

    const measurements: Array<Measurement> = []
    for (const [what, path] of Object.entries(pages)) {
      const target = what === 'list' ? '1.5 at most' : ''
      measurements.push(
        await compare(`${what}, 10,000 items and 1,000,000 sales`, {
          measured: [large, path(largeCreator)],
          baseline: [small, path(smallCreator)],
          ...{ target, requestCount },
        }),
      )
    }
    const first = buildUrl(listContentPage)
    const requests = { measured: [large, last], baseline: [large, first] } satisfies Record<
      string,
      BenchRequest
    >
    measurements.push(
      await compare('last page of the list', { ...requests, target: 'at most 2', requestCount }),
    )
    return measurements
  } finally {
    await site.remove()
  }
}

type CreatorItems = { firstId: number }

const pages: Record<string, (creator: CreatorItems) => string> = {
  list: () => buildUrl(listContentPage),
  ...Object.fromEntries(
    ContentSort.options
      .slice(1)
      .map((sort) => [`list by ${sort}`, () => buildUrl(listContentPage, { query: { sort } })]),
  ),
  'list, searched': () => buildUrl(listContentPage, { query: { q: 'item 9' } }),
  'the four cards': () => buildUrl(getDashboardStats),
  'earnings, 30 days': () => buildUrl(getEarningsHistory, { query: { period: 'month' } }),
  'earnings, all time': () => buildUrl(getEarningsHistory, { query: { period: 'all' } }),
  "an item's stats": ({ firstId }) => buildUrl(getContentStats, { params: { id: firstId } }),
  'sales list': () => buildUrl(listSales),
  'the whole page': () => '/dashboard',
}

async function createCreatorWithSales(
  site: ServerProcess,
  email: string,
  size: typeof smallCreator,
): Promise<BenchClient> {
  const client = createClient(site.url)
  await client.signIn(site, email)
  const [row] = await site.query<{ id: string }>(`select id from users where email = '${email}'`)
  await insertSales(site, { ...size, creatorId: row?.id ?? '' })
  return client
}

async function findLastPage(client: BenchClient): Promise<string> {
  let path = buildUrl(listContentPage)
  for (;;) {
    const response = await client.send('GET', path)
    const { next } = (await response.json()) as { next: string | null }
    if (next === null) return path
    path = buildUrl(listContentPage, { query: { cursor: next } })
  }
}
