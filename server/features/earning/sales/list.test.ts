import { expect, test } from 'vitest'
import { listSales } from '../../../../contract/sales.ts'
import { disputedSaleFixture } from '../../../../tests/support/disputed-sale-fixture.ts'
import { decideRequests, refundRequestFixture } from '../../../../tests/support/refund-request-fixture.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const hourMs = 3_600_000

/** Two items and five sales, an hour apart. */
async function salesFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const dusk = await creator.publishFile({ title: 'Dusk 100% film', price: '5.00' })
  const dawn = await creator.publishText({ title: 'Notes at dawn', price: '10.00' })
  const ids: Array<number> = []
  const buyers = ['ada@example.com', 'bo_1@example.com', 'Cleo@Example.com', 'ada.b@example.com', 'dev@x.org']
  for (const [index, email] of buyers.entries()) {
    w.clock.advance(hourMs)
    const { purchaseId } = await w.visitor().purchase(index < 3 ? dusk.id : dawn.id, { email })
    ids.push(purchaseId)
  }
  const list = async (query: Record<string, unknown> = {}) => (await creator.call(listSales, { query })).body
  const search = async (query: Record<string, unknown>) =>
    (await list(query)).sales.map(({ id }) => ids.indexOf(id))
  return { w, creator, dusk, dawn, ids, list, search }
}

test('a sale has buyer, item, time, amount, fee and net amount', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({ title: 'Dusk', price: '9.99' })
  const { purchaseId } = await w.visitor().purchase(item.id, { email: 'ada@example.com' })

  const { body } = await creator.call(listSales)

  expect(body).toEqual({
    total: 1,
    next: null,
    sales: [
      {
        id: purchaseId,
        paidAt: '2026-03-01T12:00:00.000Z',
        buyerEmail: 'ada@example.com',
        supporterName: '',
        message: '',
        isSupporterPrivate: false,
        source: '',
        contentId: item.id,
        title: 'Dusk',
        soldAs: 'item',
        heldUntil: null,
        upgradedFrom: null,
        currency: 'USD',
        listAmount: '9.99',
        tip: '0.00',
        discount: null,
        codeUses: null,
        amount: '9.99',
        tax: '0.00',
        fee: '1.99',
        creatorAmount: '8.00',
        netAmount: '8.00',
        state: 'paid',
        access: 'active',
        pendingRefundRequestId: null,
      },
    ],
  })
})

test('pages follow without gaps or repeats, newest first', async () => {
  const { list, ids } = await salesFixture()

  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, cursor: first.next })
  const third = await list({ limit: 2, cursor: second.next })

  const listedIds = [first, second, third].flatMap(({ sales }) => sales.map(({ id }) => id))
  expect(listedIds).toEqual(ids.toReversed())
  expect(third.next).toBeNull()
  expect(first.total).toBe(5)
})

test('sales of the same time are paginated correctly too', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile()
  for (let i = 0; i < 5; i++) await w.visitor().purchase(item.id)
  const listedIds: Array<number> = []
  let cursor: string | null | undefined

  do {
    const { body } = await creator.call(listSales, { query: { limit: 2, ...(cursor && { cursor }) } })
    listedIds.push(...body.sales.map(({ id }) => id))
    cursor = body.next
  } while (cursor)

  expect(new Set(listedIds).size).toBe(5)
  expect(listedIds).toHaveLength(5)
})

const searches: Array<[what: string, q: string, expected: Array<number>]> = [
  ['the beginning of an address', 'ada', [3, 0]],
  ['an address in another case', 'CLEO@EXA', [2]],
  ['a literal underscore', 'bo_', [1]],
  ['a literal percent sign', '100%', [2, 1, 0]],
  ['a part of an item’s title', 'at DAWN', [4, 3]],
  ['text of both addresses and titles', 'd', [4, 3, 2, 1, 0]],
  ['text of no sale', 'zzz', []],
  ['an SQL wildcard alone', '%', [2, 1, 0]],
  ['a quote', "'; drop table purchases; --", []],
]

test('a search finds the matching sales', async () => {
  const { search } = await salesFixture()

  for (const [what, q, expected] of searches) expect(await search({ q }), what).toEqual(expected)
})

test('a search finds an order by its complete number', async () => {
  const { search, ids } = await salesFixture()

  expect(await search({ q: String(ids[1]) })).toEqual([1])
  expect(await search({ q: String(ids[1]).slice(0, -1) })).toEqual([])
})

test('search results are paginated', async () => {
  const { list, ids } = await salesFixture()

  const first = await list({ q: 'dusk', limit: 2 })
  const second = await list({ q: 'dusk', limit: 2, cursor: first.next })

  expect([...first.sales, ...second.sales].map(({ id }) => ids.indexOf(id))).toEqual([2, 1, 0])
})

test('the list is filtered by item and days, both inclusive', async () => {
  const { search, dawn, w } = await salesFixture()
  w.clock.advance(24 * hourMs)

  expect(await search({ item: dawn.id })).toEqual([4, 3])
  expect(await search({ from: '2026-03-01', to: '2026-03-01' })).toEqual([4, 3, 2, 1, 0])
  expect(await search({ from: '2026-03-02' })).toEqual([])
  expect(await search({ to: '2026-02-28' })).toEqual([])
  expect(await search({ item: dawn.id, q: 'dev', state: 'paid' })).toEqual([4])
})

test.each([
  ['partially_refunded', '2.50'],
  ['refunded', '10.00'],
])('a sale that is %s is found by that state, with its net amount', async (state, amount) => {
  const { creator, refund, complete } = await disputedSaleFixture()
  await refund(amount)
  await complete()

  const { body } = await creator.call(listSales, { query: { state } })
  const others = await creator.call(listSales, { query: { state: 'paid' } })

  expect(body.sales).toMatchObject([{ state, netAmount: state === 'refunded' ? '0.00' : '6.00' }])
  expect(others.body.sales).toEqual([])
})

test('a disputed sale is found by that state, with a net amount of zero', async () => {
  const { creator, applyDisputeAction, complete } = await disputedSaleFixture()
  await applyDisputeAction('open')
  await complete()

  const { body } = await creator.call(listSales, { query: { state: 'disputed' } })

  expect(body.sales).toMatchObject([{ state: 'disputed', netAmount: '0.00', access: 'revoked' }])
})

test('a sale with a refund request has its id until the admin decided an objection', async () => {
  const { w, creator, decides, id } = await refundRequestFixture()

  const before = await creator.call(listSales, { query: { state: 'refund_requested' } })
  await decides({ decision: 'reject', reason: 'As described' })
  const inReview = await creator.call(listSales, { query: { state: 'refund_requested' } })
  await decideRequests(await w.creator('admin@example.com'), id).decides({ decision: 'reject' })
  const after = await creator.call(listSales, { query: { state: 'refund_requested' } })

  expect(before.body.sales).toMatchObject([{ pendingRefundRequestId: id, state: 'paid' }])
  expect(inReview.body.sales).toMatchObject([{ pendingRefundRequestId: id }])
  expect(after.body.sales).toEqual([])
})

test('another creator finds none of the sales by any filter', async () => {
  const { w, dusk, ids } = await salesFixture()
  const other = await w.creator('jonas@example.com')

  for (const query of [{}, { q: 'ada' }, { q: String(ids[0]) }, { item: dusk.id }, { q: 'dusk' }]) {
    expect((await other.call(listSales, { query })).body).toEqual({ sales: [], next: null, total: 0 })
  }
})

test.each([
  ['cursor', 'x'],
  ['cursor', '1-9999999999999999'],
  ['cursor', "1-1' or 1=1"],
  ['limit', '0'],
  ['limit', '101'],
  ['state', 'stolen'],
  ['from', '2026-02-30'],
  ['item', 'x'],
])('%s %s is rejected with a message', async (name, value) => {
  const w = await createTestApp()
  const creator = await w.creator()

  const answer = await creator.call(listSales, { query: { [name]: value } })

  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})

test('a sale is found by the day that its buyer’s creator sees in the list', async () => {
  const { w, creator, dusk, search, ids } = await salesFixture()
  w.clock.advance(17 * hourMs + 25 * 60_000 - (w.clock.now().getTime() % (24 * hourMs)))
  const { purchaseId } = await w.visitor().purchase(dusk.id, { email: 'late@example.com' })
  ids.push(purchaseId)
  const [today = ''] = w.clock.now().toISOString().split('T')
  const tomorrow = new Date(w.clock.now().getTime() + 24 * hourMs).toISOString().slice(0, 10)
  const timeZone = 'Asia/Tokyo'

  // The day begins at 15:00 UTC in Tokyo.
  expect(await search({ from: tomorrow, to: tomorrow, timeZone })).toEqual([5, 4, 3, 2])
  expect(await search({ from: today, to: today, timeZone })).toEqual([1, 0])
  expect(await search({ from: today, to: today })).toEqual([5, 4, 3, 2, 1, 0])
  expect((await creator.call(listSales, { query: { from: today, timeZone: 'Mars/Base' } })).status).toBe(400)
})

test('the search finds titles in either form of their letters, and order numbers as they are pasted', async () => {
  const { w, search, creator, ids } = await salesFixture()
  const item = await creator.publishText({ title: 'E\u0301tude' })
  const { purchaseId } = await w.visitor().purchase(item.id, { email: 'o&m@example.com' })
  ids.push(purchaseId)

  for (const q of ['étude', 'e\u0301tude', 'O&M@', `#${purchaseId}`, `Order ${purchaseId}`])
    expect(await search({ q }), q).toEqual([5])
})
