import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getRefundEligibility, requestRefund } from '../../../../contract/access.ts'
import { getContent, listContent } from '../../../../contract/content.ts'
import { createPaymentIntent, getOwnedPurchase } from '../../../../contract/purchases.ts'
import { getReceipt } from '../../../../contract/receipts.ts'
import { getSale, listSales } from '../../../../contract/sales.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import {
  freeFixture,
  openAccess,
  postForm,
  postWhenAvailable,
} from '../../../../tests/support/free-fixture.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'
import {
  alerts,
  contentDailyRollups,
  contentItems,
  domainEvents,
  ledgerEntries,
} from '../../../db/schema/index.ts'
import { incrementCounter } from '../../../http/rate-limit.ts'

const publicSite = {
  PUBLIC_URL: 'https://tips.example.com',
  SESSION_SECRET: '0123456789abcdef'.repeat(2),
  DEMO_MODE: 'true',
  TRUST_PROXY: '127.0.0.1',
}

test('a free item is there after one press, without card, account and email', async () => {
  const { w, item, get, inbox } = await freeFixture()
  const fan = w.visitor()

  const { status, path, token } = await get(fan)

  expect([status, path]).toEqual([303, `/access/${token}`])
  const { body } = await openAccess(fan, token)
  expect(body.content.textContent).not.toBeNull()
  expect(body.purchase).toMatchObject({
    amount: '0.00',
    state: 'paid',
    email: '',
    refundStatus: 'unavailable',
  })
  const { body: owned } = await fan.call(getOwnedPurchase, { params: { id: item.id } })
  expect(owned.purchase?.accessUrl).toContain(token)
  expect((await inbox()).filter(({ text }) => text.includes('presets'))).toEqual([])
  expect(await checkLedger(w)).toEqual([])
})

test('a browser that has a free item gets the same again, and it counts once', async () => {
  const { w, mara, item, get } = await freeFixture()
  const fan = w.visitor()

  const first = await get(fan)
  const again = await Promise.all([get(fan), get(fan), get(fan)])
  await get(w.visitor())

  expect(again.map(({ path }) => path)).toEqual([first.path, first.path, first.path])
  const { body } = await mara.call(listContent)
  expect(body[0]).toMatchObject({ id: item.id, freeCount: 2, unlockCount: 0, tipCount: 0, totalEarnings: 0 })
  const { body: page } = await w.visitor().call(getContent, { params: { id: item.id } })
  expect(page).toMatchObject({ freeCount: 2, tipCount: 0, price: '0.00', minimumChargeAmount: '0.00' })
  expect(await checkLedger(w)).toEqual([])
})

test('eight presses of one browser at once are one', async () => {
  const { w, get } = await freeFixture()
  const fan = w.visitor()
  // The first press of a browser makes its cookie.
  await fan.call(createPaymentIntent, { body: { contentId: 1 } })
  await postForm(fan, '/p/1')
  expect(fan.cookies.has('buyer')).toBe(true)

  const answers = await Promise.all(Array.from({ length: 8 }, () => get(fan)))

  expect(new Set(answers.map(({ path }) => path)).size).toBe(1)
  expect(await w.probe.purchases()).toHaveLength(1)
})

test('what is free is no sale: nothing is posted, told, listed or refunded', async () => {
  const { w, mara, get } = await freeFixture()
  const fan = w.visitor()
  const { token } = await get(fan)
  const { body: access } = await openAccess(fan, token)
  const params = { token }

  const sales = await mara.call(listSales)
  const sale = await mara.call(getSale, { params: { id: access.purchase.id } })
  const receipt = await fan.call(getReceipt, { params })
  const eligibility = await fan.call(getRefundEligibility, { params })
  const refund = await fan.call(requestRefund, { params, body: { reason: '' } })

  expect(sales.body).toMatchObject({ sales: [], total: 0 })
  expect([sale.status, receipt.status, refund.status]).toEqual([404, 404, 409])
  expect(eligibility.body.status).toBe('unavailable')
  expect(await w.db.select().from(ledgerEntries)).toEqual([])
  expect(await w.db.select().from(domainEvents).where(eq(domainEvents.type, 'sale.created'))).toEqual([])
})

test('a free item has no payment: the call for one starts none', async () => {
  const { w, item } = await freeFixture()

  const { status, body } = await w.visitor().call(createPaymentIntent, { body: { contentId: item.id } })

  expect([status, body.clientSecret, body.amount]).toEqual([200, '', '0.00'])
  expect(await w.probe.payments()).toEqual([])
  expect(await w.probe.purchases()).toEqual([])
})

test('an item that is no longer free is kept by those who have it, and costs money from then on', async () => {
  const { w, mara, item, get, edit } = await freeFixture()
  const fan = w.visitor()
  const { token } = await get(fan)

  await edit({ pricingModel: 'fixed', price: '5.00' })
  const late = await get(w.visitor())
  const again = await get(fan)

  expect((await openAccess(fan, token)).status).toBe(200)
  expect(late.path).toBe(`/checkout/${item.id}`)
  expect(again.path).toBe(`/p/${item.id}`)
  expect((await mara.call(listContent)).body[0]).toMatchObject({ freeCount: 1, price: 5 })
})

test('one network gets twenty free items an hour, and others are not stopped', async () => {
  const { w, item } = await freeFixture({}, { env: publicSite })
  const from = (ip: string) =>
    postForm(w.visitor(), `/p/${item.id}`, {}, { 'x-forwarded-for': ip, origin: publicSite.PUBLIC_URL })

  const twenty = await Promise.all(Array.from({ length: 20 }, () => from('198.51.100.7')))
  const next = await from('198.51.100.7')

  expect(twenty.map(({ path }) => path.startsWith('/access/'))).toEqual(twenty.map(() => true))
  expect([next.path, next.query.problem]).toEqual([`/p/${item.id}`, 'rate_limited'])
  expect((await from('198.51.100.8')).path).toMatch(/^\/access\//)
})

/** As if so many had got the item in this hour. */
async function countClaims({ db, clock }: TestApp, contentId: number, count: number) {
  const counter = { key: `free-in-hour/${contentId}`, windowMs: 3_600_000 }
  for (let done = 0; done < count; done++) await incrementCounter(db, counter, clock.now())
}

test('an item that far more want than look at it pauses, tells admin and creator, and opens again', async () => {
  const { w, item, get, inbox } = await freeFixture()
  await countClaims(w, item.id, 499)

  const last = await get(w.visitor())
  const paused = await get(w.visitor())
  const page = await w.visitor().call(getContent, { params: { id: item.id } })

  expect([last.query.problem, paused.query.problem]).toEqual(['free_paused', 'free_paused'])
  expect(page.body.isFreePaused).toBe(true)
  expect(await w.db.select().from(alerts)).toMatchObject([
    { kind: 'free-surge', target: `content/${item.id}` },
  ])
  expect((await inbox()).map(({ subject }) => subject)).toContain('Paused for 15 minutes: Three dusk presets')
  w.clock.advance(16 * 60_000)
  expect((await w.visitor().call(getContent, { params: { id: item.id } })).body.isFreePaused).toBe(false)
  w.clock.advance(3_600_000)
  expect((await get(w.visitor())).path).toMatch(/^\/access\//)
})

test('five hundred who looked at the page first are not stopped', async () => {
  const { w, item, get } = await freeFixture()
  await w.db.insert(contentDailyRollups).values({
    contentId: item.id,
    creatorId: (await w.db.select().from(contentItems))[0]?.creatorId ?? '',
    day: w.clock.now().toISOString().slice(0, 10),
    viewCount: 100,
  })
  await countClaims(w, item.id, 499)

  expect((await get(w.visitor())).path).toMatch(/^\/access\//)
  expect((await get(w.visitor())).query.problem).toBe('free_paused')
})

test('the link is emailed once to who wishes it, and the address is not kept', async () => {
  const { w, get, inbox } = await freeFixture()
  const { token } = await get(w.visitor())
  const mail = (email: string) => postForm(w.visitor(), `/access/${token}/email`, { email })

  const sent = await mail('sam.ortiz@example.com')
  const wrong = await mail('sam.ortiz')

  expect([sent.status, sent.path, sent.query.sent]).toEqual([
    303,
    `/access/${token}`,
    'sam.ortiz@example.com',
  ])
  const mails = await inbox('sam.ortiz@example.com')
  expect(mails.map(({ subject }) => subject)).toEqual(['Three dusk presets is yours'])
  expect(mails[0]?.text).toContain(`/access/${token}`)
  expect(mails[0]?.text).not.toMatch(/receipt|refund/i)
  expect(wrong.query).toEqual({ problem: 'invalid_input', email: 'sam.ortiz' })
  expect(await w.probe.purchases()).toMatchObject([{ buyerEmail: '' }])
  await mail('one@example.com')
  await mail('two@example.com')
  expect((await mail('three@example.com')).query.problem).toBe('rate_limited')
})

test('the access link of a sale is not sent to another address', async () => {
  const { w, mara } = await freeFixture()
  const paid = await mara.publishText({ price: '3.00' })
  const fan = w.visitor()
  await fan.purchase(paid.id, {})
  const { body } = await fan.call(getOwnedPurchase, { params: { id: paid.id } })
  const token = body.purchase?.accessUrl.split('/').at(-1) ?? ''

  const answer = await postForm(fan, `/access/${token}/email`, { email: 'thief@example.com' })

  expect(answer.query.problem).toBe('conflict')
})

test('64 people at once all get a free item', { tags: ['long'] }, async () => {
  const { w, item } = await freeFixture()

  const answers = await Promise.all(
    Array.from({ length: 64 }, () => postWhenAvailable(w.visitor(), `/p/${item.id}`)),
  )

  expect(answers.filter(({ path }) => path.startsWith('/access/'))).toHaveLength(64)
  expect(await checkLedger(w)).toEqual([])
})
