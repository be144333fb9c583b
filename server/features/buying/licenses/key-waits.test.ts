import { expect, test } from 'vitest'
import { completePayment, createPaymentIntent, getAccess } from '../../../../contract/purchases.ts'
import { getSale, refundSale, revokeAccess } from '../../../../contract/sales.ts'
import { deleteAccount } from '../../../../contract/settings.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { postForm } from '../../../../tests/support/free-fixture.ts'
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

test('the wait of one item of a bundle goes on when the buyer gets the key of another', async () => {
  const f = await keyListFixture(1)
  const other = await f.mara.publishFile({ title: 'Undertow' })
  const bundle = await f.bundles([f.item.id, other.id])
  const fan = f.w.visitor()
  const { clientSecret, paymentIntentId } = await fan.starts(bundle.id)
  await f.removes()
  await fan.presents('paid', clientSecret, { email: 'sam@example.com' })
  await fan.call(completePayment, { params: { paymentIntentId } })
  const [email] = await sentEmailsTo(f.w, 'sam@example.com')
  const token = /\/access\/([\w-]{43})/.exec(email?.text ?? '')?.[1] ?? ''
  const cards = async () => (await fan.call(getAccess, { params: { token } })).body.licenses
  await f.turnOn(other.id, { mode: 'made' })
  await postForm(fan, `/access/${token}/license/${other.id}`)

  const waiting = await cards()
  await f.adds('KEY-2')

  expect(waiting.map(({ state }) => state).toSorted()).toEqual(['active', 'waiting'])
  expect((await cards()).map(({ key }) => key)).toContain('KEY-2')
})

test('the sale’s panel says which key is awaited, and until when', async () => {
  const f = await emptiedWhilePaid()
  const params = { id: f.orderNumber ?? '' }

  const waiting = await f.mara.call(getSale, { params })
  await f.adds('KEY-2')
  const served = await f.mara.call(getSale, { params })

  const until = new Date(f.w.clock.now().getTime() + 72 * hourMs).toISOString()
  expect(waiting.body.awaitedKeys).toEqual([{ contentId: f.item.id, title: 'Tidewater', until }])
  expect(served.body.awaitedKeys).toEqual([])
})

test('a lost dispute and revoked access end a wait without a key and without a refund', async () => {
  const f = await emptiedWhilePaid()
  await f.w.sandbox.simulate.dispute(f.paymentIntentId, 'open')
  await f.w.deliverWebhooks()
  f.w.clock.advance(73 * hourMs)
  await f.sweeps()
  const whileOpen = await f.pool()
  await f.w.sandbox.simulate.dispute(f.paymentIntentId, 'lose')
  await f.w.deliverWebhooks()
  await f.sweeps()

  expect(whileOpen).toMatchObject({ waiting: 1 })
  expect(await f.pool()).toMatchObject({ waiting: 0 })
  expect(await f.w.probe.openAlerts()).toEqual(['dispute-lost'])

  const g = await emptiedWhilePaid()
  await g.mara.call(revokeAccess, { params: { id: g.orderNumber ?? '' }, body: { reason: 'Shared it' } })
  g.w.clock.advance(73 * hourMs)
  await g.sweeps()

  expect(await g.pool()).toMatchObject({ waiting: 0 })
  expect((await g.w.sandbox.getPayment(g.paymentIntentId)).refunds).toEqual([])
  expect(await checkLedger(g.w)).toEqual([])
})

test('an account can’t be deleted while a buyer waits for a key', async () => {
  const f = await emptiedWhilePaid()

  const { status, body } = await f.mara.call(deleteAccount, {
    body: { email: 'mara@example.com' },
  })

  expect(status).toBe(409)
  expect(body).toMatchObject({ message: expect.stringContaining('1 buyer is waiting for a license key') })
})

test('a purchase that is refunded while it waits gets no key', async () => {
  const f = await emptiedWhilePaid()
  await f.mara.call(refundSale, { params: { id: f.orderNumber ?? '' }, body: { refunded: '0' } })

  await f.adds('KEY-2')

  expect(await f.pool()).toMatchObject({ left: 1, waiting: 0 })
  expect(await f.w.probe.openAlerts()).toEqual([])
})
