import { expect, test } from 'vitest'
import { deleteContent } from '../../../../contract/content.ts'
import { ContentSort, listContentPage } from '../../../../contract/content-editing.ts'
import { type CreatorClient, createTestApp } from '../../../../tests/support/test-app.ts'

/** Five items, a minute apart, sold so that every sort order differs. */
async function createListFixture() {
  const w = await createTestApp()
  const mara = await w.creator()
  const items = []
  for (const [title, price, category] of [
    ['Ash', '3.00', 'music'],
    ['Birch', '1.00', 'other'],
    ['Cedar', '3.00', 'music'],
    ['Date palm', '9.00', 'template'],
    ['Elm', '1.00', 'other'],
  ] as const) {
    items.push(
      await mara.publishText({ title, price, category, description: `The ${title} tree, 100% wood` }),
    )
    w.clock.advance(60_000)
  }
  const [ash, birch, , date] = items
  for (let i = 0; i < 3; i++) await w.visitor().purchase(birch?.id ?? 0)
  await w.visitor().purchase(ash?.id ?? 0)
  await w.visitor().purchase(date?.id ?? 0)
  return { w, mara }
}

const titles = async (client: CreatorClient, query: Record<string, unknown>) =>
  (await client.call(listContentPage, { query })).body.items.map(({ title }) => title)

const orders: Record<ContentSort, Array<string>> = {
  newest: ['Elm', 'Date palm', 'Cedar', 'Birch', 'Ash'],
  oldest: ['Ash', 'Birch', 'Cedar', 'Date palm', 'Elm'],
  'price-high': ['Date palm', 'Cedar', 'Ash', 'Elm', 'Birch'],
  'price-low': ['Elm', 'Birch', 'Cedar', 'Ash', 'Date palm'],
  tips: ['Birch', 'Date palm', 'Ash', 'Elm', 'Cedar'],
  earnings: ['Date palm', 'Birch', 'Ash', 'Elm', 'Cedar'],
}

test('items are listed in every sort order, with ties newest first, across pages', async () => {
  const { mara } = await createListFixture()

  for (const sort of ContentSort.options) {
    expect(await titles(mara, { sort }), sort).toEqual(orders[sort])
    for (const limit of [1, 2, 3]) {
      const listedTitles: Array<string> = []
      let cursor: string | undefined
      do {
        const { body } = await mara.call(listContentPage, { query: { sort, limit, cursor } })
        expect(body.items.length).toBeLessThanOrEqual(limit)
        listedTitles.push(...body.items.map(({ title }) => title))
        cursor = body.next ?? undefined
      } while (cursor)
      expect(listedTitles, `${sort} by ${limit}`).toEqual(orders[sort])
    }
  }
})

test('what the last thirty days earned is listed by day, for items with three sales', async () => {
  const { w, mara } = await createListFixture()
  const [elm] = (await mara.call(listContentPage, { query: {} })).body.items
  w.clock.advance(29 * 24 * 3_600_000)
  await w.visitor().purchase(elm?.id ?? 0)
  const signedInMara = await w.creator()

  const { items, recentEarnings } = (await signedInMara.call(listContentPage, { query: { limit: 4 } })).body

  const earned = recentEarnings.map(({ id, days }) => [items.find((item) => item.id === id)?.title, days])
  expect(Object.fromEntries(earned)).toEqual({ Birch: [2.4, ...Array<number>(29).fill(0)] })
})

test('the counts include the items of all pages', async () => {
  const { mara } = await createListFixture()
  const list = async (query: Record<string, unknown>) => (await mara.call(listContentPage, { query })).body

  expect(await list({ limit: 2 })).toMatchObject({ total: 5, matchingCount: 5 })
  expect(await list({ category: 'music', limit: 1 })).toMatchObject({ total: 5, matchingCount: 2 })
  expect(await list({ q: 'BIRCH' })).toMatchObject({ total: 5, matchingCount: 1, next: null })
  expect(await list({ q: 'tree', category: 'other' })).toMatchObject({ total: 5, matchingCount: 2 })
  expect((await list({ q: 'nothing like it' })).categories).toEqual(['template', 'music', 'other'])
})

test('wildcards in a search are literal', async () => {
  const { mara } = await createListFixture()

  expect(await titles(mara, { q: '100%' })).toHaveLength(5)
  expect(await titles(mara, { q: '1%0' })).toEqual([])
  expect(await titles(mara, { q: '_' })).toEqual([])
  expect(await titles(mara, { q: '\\' })).toEqual([])
  expect(await titles(mara, { q: "' or 1=1 --" })).toEqual([])
  expect(await titles(mara, { q: '  date PALM  ' })).toEqual(['Date palm'])
})

test.each([
  { sort: "newest'; drop table contents; --" },
  { sort: 'price' },
  { category: "music' or '1'='1" },
  { limit: 0 },
  { limit: 101 },
  { cursor: 'what' },
  { cursor: Buffer.from('[1]').toString('base64url') },
  { cursor: Buffer.from('["newest",0,1e300,1]').toString('base64url') },
  { cursor: Buffer.from('["newest","0",0,1]').toString('base64url') },
  { cursor: Buffer.from('["tips",0,0,1]').toString('base64url'), sort: 'newest' },
  { cursor: 'a'.repeat(301) },
  { q: 'a'.repeat(201) },
])('the list query %j is rejected', async (query) => {
  const w = await createTestApp()
  const mara = await w.creator()

  const { status, body } = await mara.call(listContentPage, { query })

  expect([status, body]).toMatchObject([400, { code: 'invalid_input' }])
})

test('other creators’ and deleted items are neither listed nor counted', async () => {
  const { w, mara } = await createListFixture()
  const jonas = await w.creator('jonas@example.com')
  const [elm] = (await mara.call(listContentPage, { query: {} })).body.items

  await mara.call(deleteContent, { params: { id: elm?.id } })

  expect((await mara.call(listContentPage, { query: {} })).body).toMatchObject({ total: 4, matchingCount: 4 })
  expect((await jonas.call(listContentPage, { query: {} })).body).toEqual({
    items: [],
    recentEarnings: [],
    bundleShares: [],
    next: null,
    total: 0,
    matchingCount: 0,
    categories: [],
  })
})

test('deleting an item between two pages does not shift the others', async () => {
  const { mara } = await createListFixture()
  const first = (await mara.call(listContentPage, { query: { limit: 2 } })).body

  await mara.call(deleteContent, { params: { id: first.items[1]?.id } })

  expect(await titles(mara, { limit: 2, cursor: first.next })).toEqual(['Cedar', 'Birch'])
})
