import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { completePayment, verifyPurchase } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { turnOnTaxes } from '../../../../tests/support/turn-on-taxes.ts'
import {
  checkouts,
  contentItems,
  contentRollups,
  deliveries,
  duplicatePurchases,
} from '../../../db/schema/index.ts'
import type { CheckoutRow } from '../purchases/checkouts-repository.ts'
import { findPayment } from '../purchases/repository.ts'
import { recordSales } from './record-sale.ts'
import { settlePurchase } from './settle-purchase.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('a sale takes these statements and no others, its own prepared', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishFile({ price: '10.00' })
  const fan = w.visitor()
  const complete = async () => {
    const { paymentIntentId } = await fan.pays(item.id)
    const statements = recordStatements()
    await fan.call(completePayment, { params: { paymentIntentId } })
    // Sent after the response.
    await vi.waitFor(() => expect(statements()).toContain('notify'), { timeout: 10_000 })
    vi.restoreAllMocks()
    return statements()
  }
  await complete()

  const statements = await complete()

  expect(statements.filter((name) => !name.includes('sandbox'))).toEqual([
    'count the request',
    'find_payments',
    'begin',
    'insert_sales',
    'commit',
    'notify',
  ])
})

test('a purchase that is shown with its payment is not read again', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishFile()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.pays(item.id)
  const statements = recordStatements()

  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body } = await fan.call(verifyPurchase, { query })

  expect(body.purchase.refundStatus).toBe('available')
  const names = statements().filter((name) => !/sandbox|notify/.test(name))
  expect(names.sort()).toEqual([
    'begin',
    'commit',
    'count the request',
    'find_content',
    'find_payments',
    'insert_sales',
    'other_published_newest',
  ])
})

test('concurrent sales of a creator take one statement, and each has its purchase, posting and email', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const items = await Promise.all(['10.00', '4.00'].map((price) => creator.publishFile({ price })))
  const paid = await Promise.all(
    [0, 1, 1, 0, 1].map(async (index) => {
      const fan = w.visitor()
      return { fan, ...(await fan.pays(items[index]?.id ?? 0)) }
    }),
  )
  const statements = recordStatements()

  const settled = await Promise.all(
    paid.map(({ fan, paymentIntentId }) => fan.call(completePayment, { params: { paymentIntentId } })),
  )

  expect(statements().filter((name) => name === 'insert_sales').length).toBeLessThan(paid.length)
  vi.restoreAllMocks()
  expect(new Set(settled.map(({ body }) => body.purchaseId)).size).toBe(paid.length)
  expect(await w.probe.purchases()).toHaveLength(paid.length)
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
  if (hasTax) await turnOnTaxes(w, { DE: 1900 })
  const item = await (await w.creator()).publishFile({ price: '10.00' })
  const { paymentIntentId } = await w.visitor().pays(item.id, { card })
  const snapshot = await w.ports.paymentProvider.getPayment(paymentIntentId)
  vi.spyOn(w.ports.paymentProvider, 'getPayment').mockResolvedValue({ ...snapshot, providerFeeAmount: fee })

  const { bought } = await settlePurchase(w.ports, paymentIntentId)

  const provider = w.ports.paymentProvider.id
  const stored = await findPayment(w.db, { provider, paymentId: paymentIntentId })
  const { checkoutVersion: _, ...purchase } = stored ?? { checkoutVersion: '' }
  expect(bought).toStrictEqual(purchase)
  expect(bought?.purchase).toMatchObject({ taxAmount: hasTax ? 160 : 0, providerFeeAmount: fee || null })
})

test('a sale without its ledger entries is not recorded', async () => {
  const w = await createTestApp()
  const { paymentIntentId } = await w.visitor().pays((await (await w.creator()).publishFile()).id)
  const [checkout] = await w.db.select().from(checkouts)
  const snapshot = await w.ports.paymentProvider.getPayment(paymentIntentId)
  // No entries are inserted for a creator who cannot be locked.
  const sale = { checkout: { ...(checkout as CheckoutRow), creatorId: 'nobody' }, snapshot, orderNumber: 77 }

  const recorded = recordSales(w.db, w.ports, [sale], 'accept')

  await expect(recorded).rejects.toMatchObject({
    cause: { message: expect.stringContaining('Not all ledger entries of purchase') },
  })
  expect(await w.probe.purchases()).toEqual([])
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

test('a sale that cannot be delivered is refunded, and a sale in the same group is delivered', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const [delivered, removed] = [await creator.publishFile(), await creator.publishFile()]
  const paid = await Promise.all(
    [delivered.id, removed.id].map(async (id) => {
      const fan = w.visitor()
      return { fan, ...(await fan.pays(id)) }
    }),
  )
  await w.db
    .update(contentItems)
    .set({ buyerAccessRevokedAt: new Date() })
    .where(eq(contentItems.id, removed.id))

  await Promise.all(
    paid.map(({ fan, paymentIntentId }) => fan.call(completePayment, { params: { paymentIntentId } })),
  )

  const emails = await w.db.select({ kind: deliveries.kind }).from(deliveries)
  expect(
    emails
      .map(({ kind }) => kind)
      .filter((kind) => /purchase|refund/.test(kind))
      .sort(),
  ).toEqual(['purchase_access', 'refund_undeliverable'])
  expect((await w.probe.grants()).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
})

/**
 * Records the statements of the app's connections, by name or text, until mocks are restored. The queue's own connections
 * look for jobs and monitor them at any time.
 */
function recordStatements(): () => Array<string> {
  const statements: Array<string> = []
  const original = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args) {
    if (Object(this).connectionParameters.application_name !== 'tipdrop-queue')
      statements.push(nameOf(args[0]))
    return Reflect.apply(original, this, args)
  })
  return () => statements
}

function nameOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const { name, text = '' } = statement as { name?: string; text?: string }
  // The queue's statement is prepared too, by the hash of its text.
  if (/insert into pgboss\.job/i.test(text) && name) return 'insert a job'
  if (/^insert into "rate_limits"/.test(text)) return 'count the request'
  return name ?? text
}
