import { expect, test } from 'vitest'
import { completePayment, createPaymentIntent, getAccess } from '../../../../contract/purchases.ts'
import { refundSale } from '../../../../contract/sales.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { keyListFixture } from '../../../../tests/support/key-list-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'

const hourMs = 3_600_000

const starts = (w: TestApp, contentId: number) =>
  w.visitor().call(createPaymentIntent, { body: { contentId } })
const subjectsTo = async (w: TestApp, address: string) =>
  (await sentEmailsTo(w, address)).map(({ subject }) => subject)

/** A buyer pays while the creator removes the only key. */
async function emptiedWhilePaid() {
  const f = await keyListFixture(1)
  const fan = f.w.visitor()
  const { clientSecret, paymentIntentId } = await fan.starts(f.item.id)
  const removed = await f.removes()
  await fan.presents('paid', clientSecret, { email: 'sam@example.com' })
  const { body } = await fan.call(completePayment, { params: { paymentIntentId } })
  const [email] = await sentEmailsTo(f.w, 'sam@example.com')
  const token = /\/access\/([\w-]{43})/.exec(email?.text ?? '')?.[1] ?? ''
  const access = () => fan.call(getAccess, { params: { token } })
  return { ...f, fan, removed, token, email, access, orderNumber: body.purchaseId, paymentIntentId }
}

test('a key that is removed while it is paid for is promised within 72 hours, and comes when one is added', async () => {
  const f = await emptiedWhilePaid()
  const waiting = (await f.access()).body.licenses
  const alerts = await f.w.probe.openAlerts()
  const told = await subjectsTo(f.w, 'mara@example.com')

  await f.adds('KEY-2')

  expect(f.removed.body).toMatchObject({ removed: 1, settings: { pool: { total: 0, left: 0, held: 0 } } })
  expect(f.email?.text).toContain('Arrives within 72 hours')
  expect(waiting).toMatchObject([{ state: 'waiting', key: null }])
  expect(Date.parse(waiting[0]?.arrivesBy ?? '') - f.w.clock.now().getTime()).toBe(72 * hourMs)
  expect(alerts).toEqual(['license-key-missing'])
  expect(told).toContain('A buyer waits for a license key of Tidewater')
  expect((await f.access()).body.licenses).toMatchObject([{ state: 'active', key: 'KEY-2' }])
  const arrived = (await sentEmailsTo(f.w, 'sam@example.com')).find(({ subject }) =>
    subject.includes('is here'),
  )
  expect(arrived?.subject).toBe('Your license key for Tidewater is here')
  expect(arrived?.text).toContain('KEY-2')
  expect(await f.w.probe.openAlerts()).toEqual([])
  expect(await f.pool()).toMatchObject({ total: 1, left: 0, waiting: 0 })
  expect(await checkLedger(f.w)).toEqual([])
})

test('a new buyer gets no key that one who waits has not got', async () => {
  const f = await emptiedWhilePaid()

  await f.adds('KEY-2')

  expect((await starts(f.w, f.item.id)).status).toBe(409)
})

test('after 72 hours without a key the purchase is refunded as undeliverable', async () => {
  const f = await emptiedWhilePaid()
  f.w.clock.advance(71 * hourMs)
  await f.sweeps()
  const before = (await f.access()).status
  f.w.clock.advance(hourMs)

  await f.sweeps()
  await f.w.runJobs()
  await f.w.deliverWebhooks()

  expect(before).toBe(200)
  expect((await f.access()).status).toBe(403)
  expect(await subjectsTo(f.w, 'sam@example.com')).toContain('Refunded $10.00: we couldn’t deliver Tidewater')
  const { refunds } = await f.w.sandbox.getPayment(f.paymentIntentId)
  expect(refunds).toMatchObject([{ amount: 1_000 }])
  expect(await f.pool()).toMatchObject({ waiting: 0 })
  expect(await f.w.probe.openAlerts()).toEqual(['undeliverable'])
  // The key that comes too late is for somebody else.
  await f.adds('KEY-2')
  expect(await f.pool()).toMatchObject({ left: 1 })
  expect(await checkLedger(f.w)).toEqual([])
})

test('a purchase that is refunded while it waits gets no key', async () => {
  const f = await emptiedWhilePaid()
  await f.mara.call(refundSale, { params: { id: f.orderNumber ?? '' }, body: { refunded: '0' } })

  await f.adds('KEY-2')

  expect(await f.pool()).toMatchObject({ left: 1, waiting: 0 })
  expect(await f.w.probe.openAlerts()).toEqual([])
})
