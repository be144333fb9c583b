import { expect, test } from 'vitest'
import { updateContent } from '../../../../contract/content-editing.ts'
import {
  createDiscount,
  createDiscountBatch,
  deleteDiscount,
  exportDiscountBatch,
  getDiscountOffer,
  getLowestPrice,
  listDiscounts,
  pauseDiscount,
  readDiscount,
  updateDiscount,
} from '../../../../contract/discounts.ts'
import { createPaymentIntent } from '../../../../contract/purchases.ts'
import { listSales } from '../../../../contract/sales.ts'
import { differences } from '../../../../tests/support/check-ledger.ts'
import { discountFixture } from '../../../../tests/support/discount-fixture.ts'
import type { Visitor } from '../../../../tests/support/test-app.ts'
import { counters } from '../../../db/schema/index.ts'

const dayMs = 24 * 3_600_000

async function offerOf(who: Visitor, contentId: number, code: string) {
  return (await who.call(getDiscountOffer, { params: { id: contentId }, query: { code } })).body
}

test('a code is listed with what it gives, how often it was used and what it sold', async () => {
  const { w, mara, item } = await discountFixture({ discount: { maxUses: 50, endsOn: '2026-03-31' } })
  await w.visitor().purchase(item.id, { code: 'SPRING' })
  await w.visitor().starts(item.id, { code: 'SPRING' })

  const { body } = await mara.call(listDiscounts)

  expect(body).toMatchObject({ total: 1, activeCount: 1, endedCount: 0 })
  expect(body.discounts).toMatchObject([
    {
      code: 'SPRING',
      kind: 'percent',
      percentBps: 2_000,
      appliesTo: 'all',
      endsOn: '2026-03-31',
      maxUses: 50,
      used: 1,
      reserved: 1,
      soldAmount: '9.60',
      state: 'active',
      batch: null,
    },
  ])
})

test.each([
  ['a code that exists', { code: 'spring' }, { code: 'You already have a code SPRING.' }],
  ['a code with a slash', { code: 'SAL/T' }, { code: 'Use letters, digits, - or _.' }],
  ['a code of two letters', { code: 'AB' }, { code: 'Use 3 to 40 letters, digits, - or _.' }],
  [
    'an end before the start',
    { startsOn: '2026-04-02', endsOn: '2026-04-01' },
    { endsOn: 'Ends before it starts.' },
  ],
  ['no chosen item', { appliesTo: 'chosen' }, { contentIds: 'Choose at least one item.' }],
  [
    'an item of nobody',
    { appliesTo: 'chosen', contentIds: [123_456] },
    { contentIds: 'One of these items doesn’t exist anymore. Reload the page.' },
  ],
])('%s is refused with a sentence', async (_, input, fields) => {
  const { mara } = await discountFixture()
  const body = { code: 'OTHER', kind: 'percent', percentBps: 1_000, ...input }

  const answer = await mara.call(createDiscount, { body })

  expect(answer).toMatchObject({ status: 400, body: { fields } })
})

test.each([
  ['100% off', { percentBps: 10_000 }],
  ['an amount of the whole price', { kind: 'amount', amount: '12.00' }],
])('%s makes an item free', async (_, input) => {
  const { w, mara, item } = await discountFixture()
  const body = { code: 'GIFT', kind: 'percent', percentBps: 1_000, ...input }

  await mara.call(createDiscount, { body })
  const offer = await w.visitor().call(getDiscountOffer, { params: { id: item.id }, query: { code: 'GIFT' } })

  expect(offer.body.offer).toMatchObject({ listAmount: '12.00', minimumChargeAmount: '0.00' })
})

test('an item of another creator can’t be chosen', async () => {
  const { w, item } = await discountFixture()
  const jonas = await w.creator('jonas@example.com')
  const body = {
    code: 'MINE',
    kind: 'percent',
    percentBps: 1_000,
    appliesTo: 'chosen',
    contentIds: [item.id],
  }

  expect((await jonas.call(createDiscount, { body })).status).toBe(400)
})

test('two creators have the same code, each for their own items', async () => {
  const { w, item } = await discountFixture()
  const jonas = await w.creator('jonas@example.com')
  const other = await jonas.publishText({ price: '10.00' })
  await jonas.call(createDiscount, { body: { code: 'SPRING', kind: 'percent', percentBps: 5_000 } })

  expect(await offerOf(w.visitor(), item.id, 'SPRING')).toMatchObject({
    offer: { minimumChargeAmount: '9.60' },
  })
  expect(await offerOf(w.visitor(), other.id, 'SPRING')).toMatchObject({
    offer: { minimumChargeAmount: '5.00' },
  })
})

test('the limit can’t go below what is used and being paid for', async () => {
  const { w, mara, item, spring } = await discountFixture({ discount: { maxUses: 50 } })
  await w.visitor().purchase(item.id, { code: 'SPRING' })
  await w.visitor().starts(item.id, { code: 'SPRING' })
  await w.visitor().starts(item.id, { code: 'SPRING' })
  const changeTo = (maxUses: number | null) =>
    mara.call(updateDiscount, {
      params: { id: spring.id },
      body: { code: 'SPRING', kind: 'percent', percentBps: 2_000, maxUses },
    })

  expect((await changeTo(2)).body).toMatchObject({
    fields: { maxUses: '1 is used and 2 are being paid for. The limit can’t go below 3.' },
  })
  expect((await changeTo(3)).body).toMatchObject({ maxUses: 3 })
  expect((await changeTo(null)).body).toMatchObject({ maxUses: null })
})

test('a paused code works again when it is resumed, and a deleted one is unknown', async () => {
  const { w, mara, item, spring } = await discountFixture()
  const params = { id: spring.id }
  const fan = w.visitor()

  await mara.call(pauseDiscount, { params, body: { isPaused: true } })
  expect(await offerOf(fan, item.id, 'SPRING')).toEqual({
    offer: null,
    refusal: 'SPRING is paused right now.',
  })
  await mara.call(pauseDiscount, { params, body: { isPaused: false } })
  expect(await offerOf(fan, item.id, 'SPRING')).toMatchObject({ refusal: null })
  await mara.call(deleteDiscount, { params })

  expect(await offerOf(fan, item.id, 'SPRING')).toEqual({ offer: null, refusal: 'We don’t know this code.' })
  expect((await mara.call(listDiscounts)).body.discounts).toEqual([])
  const again = await mara.call(createDiscount, {
    body: { code: 'SPRING', kind: 'percent', percentBps: 100 },
  })
  expect(again.status).toBe(200)
})

test('a code ends with its last day in the creator’s time zone, not before', async () => {
  const { w, item } = await discountFixture({
    discount: { startsOn: '2026-03-02', endsOn: '2026-03-03', timeZone: 'America/New_York' },
  })
  const fan = w.visitor()
  const at = async (moment: string) => {
    w.clock.advance(Date.parse(moment) - w.clock.now().getTime())
    return offerOf(fan, item.id, 'SPRING')
  }

  expect(await at('2026-03-02T04:59:59Z')).toEqual({ offer: null, refusal: 'SPRING starts on Mar 2.' })
  expect(await at('2026-03-02T05:00:00Z')).toMatchObject({ offer: { label: '20% off until Mar 3' } })
  expect(await at('2026-03-04T04:59:59Z')).toMatchObject({ offer: { label: '20% off until Mar 3' } })
  expect(await at('2026-03-04T05:00:00Z')).toEqual({ offer: null, refusal: 'SPRING ended on Mar 3.' })
  const late = await fan.call(createPaymentIntent, { body: { contentId: item.id, code: 'SPRING' } })
  expect(late).toMatchObject({ status: 400, body: { fields: { code: 'SPRING ended on Mar 3.' } } })
})

test('a code for chosen items names the only one, and no item that is not public', async () => {
  const { w, mara, item } = await discountFixture()
  const ferry = await mara.publishText({ title: 'Night Ferry', price: '5.00' })
  const draft = await mara.publishText({ title: 'Secret plan', price: '5.00', status: 'draft' })
  const make = (code: string, contentIds: Array<number>) =>
    mara.call(createDiscount, {
      body: { code, kind: 'percent', percentBps: 1_000, appliesTo: 'chosen', contentIds },
    })
  await make('PRESS', [ferry.id, draft.id])
  await make('HIDDEN', [draft.id])

  expect(await offerOf(w.visitor(), ferry.id, 'PRESS')).toMatchObject({
    offer: { minimumChargeAmount: '4.50' },
  })
  expect(await offerOf(w.visitor(), item.id, 'PRESS')).toEqual({
    offer: null,
    refusal: 'PRESS is for “Night Ferry”, not for this item.',
  })
  expect(await offerOf(w.visitor(), item.id, 'HIDDEN')).toEqual({
    offer: null,
    refusal: 'HIDDEN isn’t for this item.',
  })
})

test('the struck price is the lowest of the last 30 days, and nothing is struck when it is not higher', async () => {
  const { w, mara, item } = await discountFixture()
  const fan = w.visitor()
  const priceIs = async (price: string) => {
    const answer = await mara.form(
      updateContent.path.replace(':id', String(item.id)),
      [{ name: 'price', value: price }],
      'PATCH',
    )
    if (answer.status !== 200) throw new Error(`Not changed: ${answer.status}`)
  }
  const struck = async () => (await offerOf(fan, item.id, 'SPRING')).offer?.struckAmount
  expect(await struck()).toBe('12.00')

  await priceIs('9.00')
  w.clock.advance(dayMs)
  await priceIs('20.00')
  expect(await struck()).toBeNull()
  w.clock.advance(29 * dayMs)
  expect(await struck()).toBeNull()
  w.clock.advance(2 * dayMs)

  expect(await struck()).toBe('20.00')
})

test('a code that leaves less than a card can pay leaves that, and one that changes nothing says so', async () => {
  const { w, mara, item } = await discountFixture({
    fields: { price: '0.60' },
    discount: { percentBps: 5_000 },
  })
  const cheap = await mara.publishText({ price: '0.50' })
  const fan = w.visitor()
  w.ports.paymentProvider.chargeLimits = () => ({ min: 50, max: 99_999_999 })

  expect(await offerOf(fan, item.id, 'SPRING')).toMatchObject({ offer: { minimumChargeAmount: '0.50' } })
  expect(await offerOf(fan, cheap.id, 'SPRING')).toEqual({
    offer: null,
    refusal: 'This already costs the least a card can pay, so SPRING changes nothing.',
  })
})

test('a batch is one row, each of its codes works once, and the CSV says which were used', async () => {
  const { w, mara, item } = await discountFixture()
  const { status, body } = await mara.call(createDiscountBatch, {
    body: { kind: 'percent', percentBps: 3_000, count: 200, prefix: 'salt-', label: 'First 200' },
  })
  expect([status, body]).toMatchObject([
    200,
    { batch: { label: 'First 200', count: 200 }, maxUses: 200, used: 0 },
  ])
  const csv = async () => String((await mara.call(exportDiscountBatch, { params: { id: body.id } })).bytes)
  const codes = [...(await csv()).matchAll(/SALT-[0-9A-Z]{4}-[0-9A-Z]{4}/g)].map(([code]) => code)
  expect(new Set(codes).size).toBe(200)

  await w.visitor().purchase(item.id, { code: codes[7] ?? '' })

  expect(await offerOf(w.visitor(), item.id, codes[7] ?? '')).toEqual({
    offer: null,
    refusal: `${codes[7]} has been used.`,
  })
  expect(await offerOf(w.visitor(), item.id, codes[8] ?? '')).toMatchObject({
    offer: { minimumChargeAmount: '8.40' },
  })
  expect(await csv()).toContain(`${codes[7]},used`)
  const { discounts, total } = (await mara.call(listDiscounts)).body
  expect(total).toBe(2)
  expect(discounts[0]).toMatchObject({ used: 1, maxUses: 200, soldAmount: '8.40', state: 'active' })
})

test('a batch is paused and deleted as one', async () => {
  const { w, mara, item } = await discountFixture()
  const { body } = await mara.call(createDiscountBatch, {
    body: { kind: 'amount', amount: '2.00', count: 3, label: 'Stall' },
  })
  const params = { id: body.id }
  const paused = await mara.call(pauseDiscount, { params, body: { isPaused: true } })
  expect(paused.body).toMatchObject({ state: 'paused', isPaused: true })

  await mara.call(deleteDiscount, { params })

  expect(await offerOf(w.visitor(), item.id, body.code)).toMatchObject({
    refusal: 'We don’t know this code.',
  })
  expect((await mara.call(readDiscount, { params })).status).toBe(404)
})

test('another creator sees and changes none of it', async () => {
  const { w, spring } = await discountFixture()
  const jonas = await w.creator('jonas@example.com')
  const params = { id: spring.id }

  expect((await jonas.call(listDiscounts)).body.discounts).toEqual([])
  expect((await jonas.call(readDiscount, { params })).status).toBe(404)
  expect((await jonas.call(deleteDiscount, { params })).status).toBe(404)
  expect((await jonas.call(exportDiscountBatch, { params })).status).toBe(404)
})

test('verify finds a counter that differs from its reservations', async () => {
  const { w, item } = await discountFixture()
  await w.visitor().purchase(item.id, { code: 'SPRING' })
  const check = 'What is used and held of each code matches its reservations'
  expect(await differences(w, check)).toEqual([])

  await w.db.update(counters).set({ used: 2, soldAmount: 1_000 })

  expect(await differences(w, check)).toMatchObject([
    { stored: '2 used, 0 held, 1000 sold', recomputed: '1 used, 0 held, 960 sold' },
  ])
})

test('the sales of a code or of a list of codes can be listed alone', async () => {
  const { w, mara, item, spring } = await discountFixture()
  const rule = { kind: 'percent' as const, percentBps: 1_000 }
  const { body: batch } = await mara.call(createDiscountBatch, {
    body: { ...rule, count: 3, prefix: 'SALT-', label: 'Friends' },
  })
  const csv = await mara.call(exportDiscountBatch, { params: { id: batch.id } })
  const [, one = '', two = ''] = csv.bytes
    .toString('utf8')
    .split('\r\n')
    .map((line) => line.split(',')[0])
  const bought: Array<number> = []
  for (const code of ['', 'SPRING', one, two]) {
    w.clock.advance(1_000)
    bought.push((await w.visitor().purchase(item.id, { code })).purchaseId)
  }
  const listed = async (discount: number) =>
    (await mara.call(listSales, { query: { discount } })).body.sales.map(({ id }) => id)

  expect(await listed(spring.id)).toEqual([bought[1]])
  expect(await listed(batch.id)).toEqual([bought[3], bought[2]])
  const otto = await w.creator('otto@example.com')
  expect((await otto.call(listSales, { query: { discount: spring.id } })).body.sales).toEqual([])
})

test('the preview of a code knows the lowest price of the last 30 days, of own items only', async () => {
  const { w, mara, item } = await discountFixture()
  const lowest = async (who = mara) =>
    (await who.call(getLowestPrice, { params: { id: item.id } })).body.amount
  const reprice = (price: string) =>
    mara.form(`/api/content/${item.id}`, [{ name: 'price', value: price }], 'PATCH')
  const dayMs = 24 * 3_600_000
  await reprice('8.00')
  w.clock.advance(10 * dayMs)
  await reprice('15.00')

  expect(await lowest()).toBe('8.00')
  const otto = await w.creator('otto@example.com')
  expect((await otto.call(getLowestPrice, { params: { id: item.id } })).status).toBe(404)
})
