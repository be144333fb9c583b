import { listContentPage } from '../contract/content-editing.ts'
import { getDashboardStats } from '../contract/earnings.ts'
import { buildUrl } from '../contract/route.ts'
import { type BenchClient, createClient } from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'
import { insertSales } from './bulk-insert-sales.ts'
import { compare } from './compare.ts'
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
          measured: [large, path],
          baseline: [small, path],
          target,
          requestCount,
        }),
      )
    }
    const lastPage = await compare('last page of the list', {
      measured: [large, last],
      baseline: [large, buildUrl(listContentPage)],
      target: '2 at most',
      requestCount,
    })
    return [...measurements, lastPage]
  } finally {
    await site.remove()
  }
}

const pages = {
  list: buildUrl(listContentPage),
  'list, searched': buildUrl(listContentPage, { query: { q: 'item 9' } }),
  'the four cards': buildUrl(getDashboardStats),
  'the whole page': '/dashboard',
}

async function createCreatorWithSales(
  site: ServerProcess,
  email: string,
  size: typeof smallCreator,
): Promise<BenchClient> {
  const client = createClient(site.url)
  await client.signIn(site, email)
  const [row] = await site.query<{ id: string }>(`select id from users where email = '${email}'`)
  await insertSales(site, { ...size, creatorOf: () => `'${row?.id}'` })
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
