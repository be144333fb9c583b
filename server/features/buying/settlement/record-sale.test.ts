import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { completePayment } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { turnOnTaxes } from '../../../../tests/support/turn-on-taxes.ts'
import { contentRollups, deliveries, duplicatePurchases, purchases } from '../../../db/schema/index.ts'
import { findPayment } from '../purchases/repository.ts'
import { settlePurchase } from './settle-purchase.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('each of concurrent sales of a creator has its purchase with its number, posting and email', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const items = await Promise.all(['10.00', '4.00'].map((price) => creator.publishFile({ price })))
  const paid = await Promise.all(
    [0, 1, 1, 0, 1].map(async (index) => {
      const fan = w.visitor()
      return { fan, ...(await fan.pays(items[index]?.id ?? 0)) }
    }),
  )

  const settled = await Promise.all(
    paid.map(({ fan, paymentIntentId }) => fan.call(completePayment, { params: { paymentIntentId } })),
  )

  expect(new Set(settled.map(({ body }) => body.purchaseId)).size).toBe(paid.length)
  expect(await w.probe.purchases()).toHaveLength(paid.length)
  const numbers = await w.db
    .select({ contentId: purchases.contentId, itemNumber: purchases.itemNumber })
    .from(purchases)
    .orderBy(purchases.contentId, purchases.itemNumber)
  const numbersOf = (item: { id: number } | undefined) =>
    numbers.flatMap(({ contentId, itemNumber }) => (contentId === item?.id ? itemNumber : []))
  expect(items.map(numbersOf)).toEqual([
    [1, 2],
    [1, 2, 3],
  ])
  expect(await w.probe.balance(`creator_balance/${creator.id}`)).toBe(2 * 800 + 3 * 320)
  expect(await w.probe.sum()).toBe(0)
  const totals = await w.db.select().from(contentRollups).orderBy(contentRollups.saleCount)
  expect(totals.map(({ saleCount, netAmount }) => [saleCount, netAmount])).toEqual([
    [2, 1600],
    [3, 960],
  ])
  expect(await w.db.$count(deliveries, eq(deliveries.kind, 'purchase_access'))).toBe(paid.length)
})

test.each([
  { sold: 'with a card, tax and a provider fee', card: 'paid_germany' as const, hasTax: true, fee: 61 },
  { sold: 'without tax and fee', card: 'paid' as const, hasTax: false, fee: 0 },
])('recording a sale $sold returns the purchase as the database has it', async ({ card, hasTax, fee }) => {
  const w = await createTestApp()
  if (hasTax) await turnOnTaxes(w, { DE: 190_000 })
  const item = await (await w.creator()).publishFile({ price: '10.00' })
  const { paymentIntentId } = await w.visitor().pays(item.id, { card })
  const snapshot = await w.ports.paymentProvider.getPayment(paymentIntentId)
  vi.spyOn(w.ports.paymentProvider, 'getPayment').mockResolvedValue({ ...snapshot, providerFeeAmount: fee })

  const { bought } = await settlePurchase(w.ports, paymentIntentId)

  const provider = w.ports.paymentProvider.id
  const stored = await findPayment(w.db, { provider, paymentId: paymentIntentId })
  expect(bought).toStrictEqual(stored)
  expect(bought?.purchase).toMatchObject({ taxAmount: hasTax ? 160 : 0, providerFeeAmount: fee || null })
})

test('two purchases of one item by the same buyer at the same time are flagged once', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishFile({ price: '10.00' })
  const paid = await Promise.all(
    [0, 1].map(async () => {
      const fan = w.visitor()
      return { fan, ...(await fan.pays(item.id)) }
    }),
  )

  await Promise.all(
    paid.map(({ fan, paymentIntentId }) => fan.call(completePayment, { params: { paymentIntentId } })),
  )

  expect(await w.probe.purchases()).toHaveLength(2)
  expect(await w.db.$count(duplicatePurchases)).toBe(1)
})
