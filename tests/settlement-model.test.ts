import { eq, gt, type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestRefund } from '../contract/access.ts'
import { deleteContent, listContent } from '../contract/content.ts'
import { createDiscount } from '../contract/discounts.ts'
import { getDashboardStats } from '../contract/earnings.ts'
import {
  completePayment,
  createPaymentIntent,
  processRecentPurchase,
  verifyPurchase,
} from '../contract/purchases.ts'
import { alerts, counters, purchases } from '../server/db/schema/index.ts'
import { retryPendingRefunds } from '../server/features/buying/refunds/execute-refund.ts'
import { refundMissedReleases } from '../server/features/buying/releases/refund-missed.ts'
import { tellOfReleases } from '../server/features/buying/releases/release.ts'
import { computeBalance } from '../server/features/money/ledger/repository.ts'
import { differences } from './support/check-ledger.ts'
import { postForm } from './support/free-fixture.ts'
import { isLongRun } from './support/long-run.ts'
import { type CreatorClient, createTestApp, type TestApp, type Visitor } from './support/test-app.ts'

/** A payment in the model, in minor units. `creator` is an index. */
type Payment = {
  creator: number
  amount: number
  refunded: number
  fan: Visitor
  id: string
  contentId: number
}

const arbitraryStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('buy'),
      who: fc.nat(4),
      amount: fc.integer({ min: 1, max: 20_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund'),
      who: fc.nat(),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('change mind'), mind: fc.nat() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('get free'),
      who: fc.nat(2),
      clicks: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('upgrade'), who: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('notify'),
      callers: fc.array(fc.constantFrom('complete', 'recent', 'verify', 'webhooks', 'sweep'), {
        minLength: 1,
        maxLength: 4,
      }),
      who: fc.nat(),
    }),
  },
)
type Step = typeof arbitraryStep extends fc.Arbitrary<infer S> ? S : never

test('after random sales, reversals and webhooks, repeated and concurrent, every balance equals the model', {
  tags: ['scaled'],
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryStep, { minLength: 60, maxLength: 120, size: 'max' }),
      fc.nat(),
      fc.constantFrom('out', 'late', 'withdrawn'),
      async (steps, seed, end) => {
        const w = await createTestApp({ faults: { seed, duplicateRate: 0.3, dropRate: 0.2, shuffle: 'yes' } })
        const creators = [await w.creator('a@example.com'), await w.creator('b@example.com')]
        const items = [
          await creators[0]?.publishText(payWhatYouWant),
          await creators[0]?.publishLink(payWhatYouWant),
          await creators[1]?.publishText(payWhatYouWant),
          await creators[1]?.publishText({ price: '10.00', offersTip: 'true' }),
          await creators[0]?.publishText({ price: '10.00', releaseAt: releaseDay, releaseTimeZone: 'UTC' }),
        ]
        const studio = await creators[1]?.publishText({
          price: '30.00',
          upgradeFromId: String(items[3]?.id),
          upgradeAmount: '12.34',
        })
        for (const creator of creators) await creator.call(createDiscount, { body: wholePrice })
        const shop = {
          w,
          freeCount: 0,
          studioId: studio?.id ?? 0,
          items: items.map((item, i) => ({ id: item?.id ?? 0, creator: i < 2 || i === 4 ? 0 : 1 })),
        }
        const model: Array<Payment> = []

        for (const [index, step] of steps.entries()) {
          await applyStep(shop, model, step, index)
          expect(await w.probe.sum()).toBe(0)
        }
        for (const payment of model) await complete(payment)

        await expectLedger(w, creators, model, heldOf(shop, model))
        await endWait(shop, { model, creator: creators[0], end })
        await expectLedger(w, creators, model, 0)
        await expectFree(w, creators, shop.freeCount)
      },
    ),
    { numRuns: isLongRun ? 20 : 1 },
  )
})

/** The last item comes 30 days after the test clock’s start. */
const releaseDay = '2026-03-31T12:00'
const dayMs = 24 * 3_600_000

const payWhatYouWant = { pricingModel: 'pay_what_you_want', minimumPrice: '0.01' }

const wholePrice = { code: 'GIFT', kind: 'percent' as const, percentBps: 10_000 }

type Shop = {
  w: TestApp
  freeCount: number
  items: Array<{ id: number; creator: number }>
  /** An upgrade from the last item, for $12.34. */
  studioId: number
}

async function applyStep(shop: Shop, model: Array<Payment>, step: Step, index: number): Promise<void> {
  const { w, items } = shop
  if ('clicks' in step) {
    await getFree(w, items[step.who]?.id ?? 0, step.clicks)
    shop.freeCount += 1
    return
  }
  if ('mind' in step) {
    await changeMind(shop, model, step.mind)
    return
  }
  if (step.kind === 'buy' && 'amount' in step) {
    const item = items[step.who]
    if (!item) throw new Error('There is no such item')
    const fan = w.visitor()
    const typed = (step.amount / 100).toFixed(2)
    // The last two items have a fixed price, one of them with a tip on top.
    const hasTip = step.who === 3
    const isFixed = step.who === 4
    const order = hasTip ? { tip: typed } : isFixed ? {} : { customAmount: typed }
    const { paymentIntentId } = await fan.pays(item.id, order)
    const amount = isFixed ? 1_000 : hasTip ? 1_000 + step.amount : step.amount
    model.push({ creator: item.creator, amount, refunded: 0, fan, id: paymentIntentId, contentId: item.id })
    return
  }
  if (step.kind === 'upgrade') {
    const hasUpgraded = (fan: Visitor) =>
      model.some((one) => one.fan === fan && one.contentId === shop.studioId)
    const owners = model.filter(({ contentId, fan }) => contentId === items[3]?.id && !hasUpgraded(fan))
    const owner = owners[step.who % Math.max(owners.length, 1)]
    if (owner) await upgrade(shop, model, owner)
    return
  }
  const payment = model[step.who % Math.max(model.length, 1)]
  if (!payment) return
  if ('share' in step) await refund(w, payment, step.share, index)
  if ('callers' in step)
    await Promise.all(step.callers.map((caller) => deliverNotification(w, payment, caller)))
}

/** The payments of the item that comes later. */
function waitingOf({ items }: Shop, model: Array<Payment>): Array<Payment> {
  return model.filter(({ contentId }) => contentId === items[4]?.id)
}

/** What the creator has of them, which is on hold until the release. */
function heldOf(shop: Shop, model: Array<Payment>): number {
  return sum(waitingOf(shop, model).map(creatorNet))
}

/** A buyer who waits takes the money back, twice. What is left of a payment is refunded at once, and only then. */
async function changeMind(shop: Shop, model: Array<Payment>, mind: number): Promise<void> {
  const waiting = waitingOf(shop, model)
  const payment = waiting[mind % Math.max(waiting.length, 1)]
  if (!payment) return
  await complete(payment)
  const { fan, id, contentId } = payment
  const { status, body } = await fan.call(verifyPurchase, {
    query: { payment_intent: id, content_id: contentId },
  })
  expect(status).toBe(payment.refunded === payment.amount ? 403 : 200)
  if (status !== 200) return
  expect(body.wait?.state).toBe('waiting')
  const params = { token: body.accessUrl.split('/').at(-1) ?? '' }
  const ask = () => fan.call(requestRefund, { params, body: { reason: '' } })
  expect((await ask()).body).toEqual({ state: 'refunded' })
  expect((await ask()).status).toBe(403)
  payment.refunded = payment.amount
}

type End = { model: Array<Payment>; creator: CreatorClient | undefined; end: string }

/** The day comes, or it is late by 14 days, or the item is deleted: then everyone who waits gets the rest of their money. */
async function endWait(shop: Shop, { model, creator, end }: End): Promise<void> {
  const { w, items } = shop
  const id = items[4]?.id ?? 0
  if (end === 'withdrawn') await creator?.call(deleteContent, { params: { id } })
  if (end === 'late') {
    const fields = [{ name: 'releaseAt', value: '2026-06-30T12:00' }]
    expect((await creator?.form(`/api/content/${id}`, fields, 'PATCH'))?.status).toBe(200)
  }
  const waitMs = Date.parse(`${releaseDay}Z`) - w.clock.now().getTime()
  w.clock.advance(waitMs + (end === 'late' ? 14 * dayMs : 0))
  await Promise.all([tellOfReleases(w.ports), refundMissedReleases(w.ports), refundMissedReleases(w.ports)])
  await retryPendingRefunds(w.ports)
  await retryPendingRefunds(w.ports)
  expect(await w.probe.sum()).toBe(0)
  const isRefunded = end !== 'out'
  const openAlerts = waitingOf(shop, model).some(({ amount, refunded }) => refunded < amount) && isRefunded
  if (isRefunded) for (const payment of waitingOf(shop, model)) payment.refunded = payment.amount
  const kinds = (await w.probe.alerts()).map(({ kind }) => kind)
  expect(kinds).toEqual(openAlerts ? ['undeliverable'] : [])
  await w.db.delete(alerts)
}

/** By a code that makes it free, with further clicks of the same browser at once. */
async function getFree(w: TestApp, contentId: number, clicks: number): Promise<void> {
  const fan = w.visitor()
  const click = () => postForm(fan, `/p/${contentId}`, { code: 'GIFT' })
  const { path } = await click()
  expect(path).toMatch(/^\/access\//)
  const later = await Promise.all(Array.from({ length: clicks - 1 }, click))
  expect(later.map((answer) => answer.path)).toEqual(later.map(() => path))
}

/** Who has the lesser item pays the difference. Who was refunded in full is refused, and pays nothing. */
async function upgrade({ studioId }: Shop, model: Array<Payment>, owner: Payment): Promise<void> {
  await complete(owner)
  const { fan, creator } = owner
  if (owner.refunded === owner.amount) {
    const body = { contentId: studioId, paysAsOwner: true }
    expect((await fan.call(createPaymentIntent, { body })).status).toBe(400)
    return
  }
  const { paymentIntentId, amount } = await fan.pays(studioId, { paysAsOwner: true })
  expect(amount).toBe('12.34')
  model.push({ creator, amount: 1_234, refunded: 0, fan, id: paymentIntentId, contentId: studioId })
}

async function refund(w: TestApp, payment: Payment, share: number, index: number): Promise<void> {
  const part = Math.ceil((payment.amount - payment.refunded) * share)
  if (part === 0) return
  await w.sandbox.refund({ paymentId: payment.id, amount: part, reason: 'requested' }, `refund:${index}`)
  payment.refunded += part
}

async function deliverNotification(w: TestApp, payment: Payment, caller: string): Promise<void> {
  const { fan, id, contentId } = payment
  if (caller === 'complete') await complete(payment)
  if (caller === 'recent') await fan.call(processRecentPurchase, { params: { id: contentId } })
  if (caller === 'verify')
    await fan.call(verifyPurchase, { query: { payment_intent: id, content_id: contentId } })
  if (caller === 'webhooks') await w.deliverWebhooks()
  if (caller === 'sweep') {
    w.clock.advance(130_000)
    await w.settleDueCheckouts()
  }
}

async function complete({ fan, id }: Payment): Promise<void> {
  const { body } = await fan.call(completePayment, { params: { paymentIntentId: id } })
  expect(body).toMatchObject({ state: 'paid' })
}

async function expectLedger(
  w: TestApp,
  creators: Array<CreatorClient>,
  model: Array<Payment>,
  held: number,
): Promise<void> {
  const bought = await w.db.select().from(purchases).where(gt(purchases.amount, 0))
  expect(bought).toHaveLength(model.length)
  expect(new Set(bought.map(({ checkoutId }) => checkoutId)).size).toBe(model.length)

  for (const [index, creator] of creators.entries()) {
    const ownPayments = model.filter((payment) => payment.creator === index)
    const earned = sum(ownPayments.map(creatorNet))
    const stats = (await creator.call(getDashboardStats)).body
    expect(await computeBalance(w.db, `creator_balance/${creator.id}`)).toBe(earned)
    expect(stats).toMatchObject({
      // What is held is of the first creator.
      availableBalance: (earned - (index === 0 ? held : 0)) / 100,
      totalEarnings: earned / 100,
      totalTips: ownPayments.filter(({ amount, refunded }) => refunded < amount).length,
    })
    const items = (await creator.call(listContent)).body
    expect(sum(items.map(({ totalEarnings }) => Math.round(totalEarnings * 100)))).toBe(earned)
  }
  expect(await computeBalance(w.db, 'cash_clearing')).toBe(
    -sum(model.map(({ amount, refunded }) => amount - refunded)),
  )
  expect(await computeBalance(w.db, 'platform_revenue')).toBe(sum(model.map(platformNet)))
  expect(await differences(w, 'Stored totals match the sum of their entries')).toEqual([])
  expect(await w.probe.alerts()).toEqual([])
}

/** What was free is counted apart: each has one grant, and the code one use. */
async function expectFree(w: TestApp, creators: Array<CreatorClient>, freeCount: number): Promise<void> {
  const free = await w.db.select().from(purchases).where(eq(purchases.amount, 0))
  expect(free).toHaveLength(freeCount)
  expect(await w.probe.grants()).toHaveLength((await w.probe.purchases()).length)
  const lists = await Promise.all(creators.map(async (creator) => (await creator.call(listContent)).body))
  expect(sum(lists.flat().map((item) => item.freeCount))).toBe(freeCount)
  const codes = await w.db.select().from(counters)
  expect(sum(codes.map(({ used }) => used))).toBe(freeCount)
  expect(sum(codes.map(({ reserved }) => reserved))).toBe(0)
  expect(await differences(w, 'Item totals match the sum of their purchases')).toEqual([])
  expect(await differences(w, 'What is used and held of each code matches its reservations')).toEqual([])
}

/** The platform's fee is a fifth, rounded down; a reversal returns its part of it. */
function platformNet({ amount, refunded }: Payment): number {
  const fee = Math.floor((amount * 20) / 100)
  return refunded === amount ? 0 : fee - Math.floor((fee * refunded) / amount)
}

function creatorNet(payment: Payment): number {
  return payment.amount - payment.refunded - platformNet(payment)
}

function sum(numbers: Array<number>): number {
  return numbers.reduce((total, value) => total + value, 0)
}

const rejected: Array<[what: string, statement: SQL, reason: string]> = [
  ['changes an entry', sql`update ledger_entries set amount = amount + 1`, 'append-only'],
  ['deletes an entry', sql`delete from ledger_entries`, 'append-only'],
  ['truncates the ledger', sql`truncate ledger_entries`, 'append-only'],
  [
    'inserts an unbalanced posting',
    sql`insert into ledger_entries (kind, reference, creator_id, account, amount, currency, created_at)
        values ('sale', 'purchase/x', '1', 'creator_balance/1', 100, 'USD', now())`,
    'does not sum to zero',
  ],
  [
    'adds an entry to an existing posting',
    sql`insert into ledger_entries (kind, reference, creator_id, account, amount, currency, created_at)
        select kind, reference, creator_id, 'creator_balance/2', 100, currency, now() from ledger_entries limit 1`,
    'does not sum to zero',
  ],
  [
    'inserts an entry again',
    sql`insert into ledger_entries (kind, reference, creator_id, account, amount, currency, created_at)
        select kind, reference, creator_id, account, amount, currency, now() from ledger_entries`,
    'ledger_entries_kind_reference_account_key',
  ],
  [
    'balances one currency with another',
    sql`insert into ledger_entries (kind, reference, creator_id, account, amount, currency, created_at)
        values ('sale', 'purchase/x', '1', 'creator_balance/1', 100, 'USD', now()), ('sale', 'purchase/x', '1', 'cash_clearing', -100, 'EUR', now())`,
    'does not sum to zero',
  ],
  ['refunds more than was paid', sql`update purchases set refunded_amount = amount + 1`, 'check constraint'],
  [
    'inserts a second purchase for a checkout',
    sql`insert into purchases
        select copy.* from purchases, jsonb_populate_record(purchases,
          jsonb_build_object('id', purchases.id + 1, 'order_number', purchases.order_number + 1)) as copy`,
    'purchases_checkout_id_unique',
  ],
]

test('the database rejects SQL that breaks the books', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishText({ price: '10.00' })
  await w.visitor().purchase(item.id)

  for (const [what, statement, reason] of rejected) {
    const error = await w.db.execute(statement).catch((caught: unknown) => caught)
    expect(error, what).toBeInstanceOf(Error)
    expect(String(Object(error).cause), what).toContain(reason)
    expect(await w.probe.entries(), what).toHaveLength(3)
    expect(await w.probe.balance('cash_clearing'), what).toBe(-1000)
  }
})
