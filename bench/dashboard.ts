import { getEarningsHistory, getItemNumbers } from '../contract/analytics.ts'
import { getStats } from '../contract/earnings.ts'
import { urlOf } from '../contract/route.ts'
import { listSales } from '../contract/sales.ts'
import { listContentPage, Sort } from '../contract/shelf.ts'
import { type Ask, compared } from './compared.ts'
import { writeMany } from './many-sales.ts'
import { type Person, person } from './person.ts'
import { openSite, type Site } from './site.ts'
import type { Figure } from './table.ts'

const few = { firstId: 2_000_000_000, items: 100, sales: 1_000 }
const many = { firstId: 3_000_000_000, items: 10_000, sales: 1_000_000 }
const asks = 60

/** What a creator with ten thousand items and a million sales waits for, beside one with a hundred and a thousand. */
export async function dashboard(): Promise<Array<Figure>> {
  const site = await openSite()
  try {
    await site.start()
    const small = await creatorWith(site, 'jonas@example.com', few)
    const large = await creatorWith(site, 'mara@example.com', many)
    await site.query('vacuum analyze')
    const last = await lastPage(large)

    const figures: Array<Figure> = []
    for (const [what, path] of Object.entries(pages)) {
      const bar = what === 'list' ? '1.5 at most' : ''
      figures.push(
        await compared(`${what}, 10,000 items and 1,000,000 sales`, {
          ours: [large, path(many)],
          beside: [small, path(few)],
          ...{ bar, asks },
        }),
      )
    }
    const first = urlOf(listContentPage)
    const ends = { ours: [large, last], beside: [large, first] } satisfies Record<string, Ask>
    figures.push(await compared('list, its last page', { ...ends, bar: '2 at most', asks }))
    return figures
  } finally {
    await site.remove()
  }
}

type Who = { firstId: number }

const pages: Record<string, (who: Who) => string> = {
  list: () => urlOf(listContentPage),
  ...Object.fromEntries(
    Sort.options
      .slice(1)
      .map((sort) => [`list by ${sort}`, () => urlOf(listContentPage, { query: { sort } })]),
  ),
  'list, searched': () => urlOf(listContentPage, { query: { q: 'item 9' } }),
  'the four cards': () => urlOf(getStats),
  'earnings, 30 days': () => urlOf(getEarningsHistory, { query: { period: 'month' } }),
  'earnings, all time': () => urlOf(getEarningsHistory, { query: { period: 'all' } }),
  "an item's numbers": ({ firstId }) => urlOf(getItemNumbers, { params: { id: firstId } }),
  'sales list': () => urlOf(listSales),
  'the whole page': () => '/dashboard',
}

async function creatorWith(site: Site, email: string, size: typeof few): Promise<Person> {
  const who = person(site.url)
  await who.signsIn(site, email)
  const [row] = await site.query<{ id: string }>(`select id from users where email = '${email}'`)
  await writeMany(site, { ...size, creatorId: row?.id ?? '' })
  return who
}

async function lastPage(who: Person): Promise<string> {
  let path = urlOf(listContentPage)
  for (;;) {
    const answer = await who.send('GET', path)
    const { next } = (await answer.json()) as { next: string | null }
    if (next === null) return path
    path = urlOf(listContentPage, { query: { cursor: next } })
  }
}
