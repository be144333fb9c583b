import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  listAlerts,
  listDisputes,
  listFailedJobs,
  listFailedRefunds,
  resolveAlert,
  retryJob,
} from '../../../../contract/admin-overview.ts'
import {
  dismissDuplicate,
  getPurchaseDetail,
  refundAsAdmin,
  resendAccessAsAdmin,
  restoreAccessAsAdmin,
  revokeAccessAsAdmin,
  searchPurchases,
} from '../../../../contract/admin-purchases.ts'
import { type DeliveryFilter, listDeliveries, resendDelivery } from '../../../../contract/deliveries.ts'
import { getAdminOverview } from '../../../../contract/inbox.ts'
import { completePayment, verifyPurchase } from '../../../../contract/purchases.ts'
import { disputeSandboxPayment } from '../../../../contract/sandbox.ts'
import { adminFixture } from '../../../../tests/support/admin-fixture.ts'
import { deleteSaleEmails } from '../../../../tests/support/sent-emails.ts'
import { alerts, deliveries } from '../../../db/schema/index.ts'
import { claimDue } from '../../telling/deliveries/repository.ts'

test('a purchase is found by its number, its email in any case, and its payment id', async () => {
  const { w, admin, item } = await adminFixture()
  const bought = await w.visitor().purchase(item.id, { email: 'Ada@Example.com' })
  await w.visitor().purchase(item.id, { email: 'bo@example.com' })
  const search = async (q: string) =>
    (await admin.call(searchPurchases, { query: { q } })).body.purchases.map(({ id }) => id)

  for (const q of [String(bought.purchaseId), 'ada@example.com', bought.paymentIntentId])
    expect(await search(q)).toEqual([bought.purchaseId])
  expect(await search('')).toHaveLength(2)
  for (const q of ['nobody@example.com', '99', "' or ''='", '%']) expect(await search(q)).toEqual([])
})

test('two purchases of an item with the same email are flagged until dismissed', async () => {
  const { w, admin, item } = await adminFixture()
  const first = await w.visitor().purchase(item.id)
  w.clock.advance(1_000)
  const second = await w.visitor().purchase(item.id, { email: 'FAN@example.com' })
  const duplicates = async () =>
    (await admin.call(searchPurchases, { query: { filter: 'duplicates' } })).body.purchases

  expect(await duplicates()).toMatchObject([{ id: second.purchaseId, duplicateOf: first.purchaseId }])
  expect((await admin.call(getAdminOverview)).body.counts.duplicate).toBe(1)

  await admin.call(dismissDuplicate, { params: { id: second.purchaseId } })
  expect(await duplicates()).toEqual([])
  expect((await admin.call(dismissDuplicate, { params: { id: second.purchaseId } })).status).toBe(409)
})

test('a repeated tip and a second purchase hours later are not flagged as duplicates', async () => {
  const { w, admin, mara, item } = await adminFixture()
  const tips = await mara.publishText({ pricingModel: 'pay_what_you_want', minimumPrice: '1.00' })
  await w.visitor().purchase(tips.id)
  await w.visitor().purchase(tips.id)
  await w.visitor().purchase(item.id)
  w.clock.advance(61 * 60_000)
  await w.visitor().purchase(item.id)

  expect((await admin.call(getAdminOverview)).body.counts.duplicate).toBe(0)
  expect((await admin.call(searchPurchases, { query: { filter: 'duplicates' } })).body.purchases).toEqual([])
})

test('a refund by the admin reaches the buyer and the ledger, and is in the purchase’s details', async () => {
  const { w, admin, mara, item } = await adminFixture()
  const { purchaseId } = await w.visitor().purchase(item.id)
  const params = { id: purchaseId }

  const tooMuch = await admin.call(refundAsAdmin, { params, body: { amount: '10.01', reason: 'x' } })
  const { body } = await admin.call(refundAsAdmin, {
    params,
    body: { amount: '2.50', reason: 'It was late' },
  })

  expect(tooMuch.status).toBe(400)
  expect(body.purchase).toMatchObject({ refunded: '2.50', refundableAmount: '7.50', balance: '6.00' })
  expect(body.refunds).toMatchObject([
    { amount: '2.50', state: 'refunded', by: 'admin', reason: 'It was late' },
  ])
  expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(600)
  await w.runJobs()
  const email = (await w.mailbox.list()).find(({ subject }) => subject.includes('$2.50'))
  expect((await w.mailbox.read(email?.id ?? ''))?.text).toContain('It was late')
})

test('the detail page of a disputed purchase has the evidence that a bank requires', async () => {
  const { w, admin, item } = await adminFixture()
  const fan = w.visitor()
  const { purchaseId, paymentIntentId } = await fan.purchase(item.id)
  await fan.call(verifyPurchase, { query: { payment_intent: paymentIntentId, content_id: item.id } })
  await w.runJobs()
  w.clock.advance(60_000)
  await admin.call(disputeSandboxPayment, { params: { id: paymentIntentId }, body: { move: 'open' } })
  await w.deliverWebhooks()

  const { body } = await admin.call(getPurchaseDetail, { params: { id: purchaseId } })
  const { body: listed } = await admin.call(listDisputes)

  expect(body.purchase).toMatchObject({ state: 'disputed', disputed: '10.00', paymentId: paymentIntentId })
  expect(body.access).toMatchObject({ state: 'revoked', revocationReason: 'dispute' })
  expect(body.events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['Checkout started', 'Paid', 'Opened', 'Email sent', 'Access revoked', 'Dispute']),
  )
  expect(body.entries.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0)
  expect(body.entries.filter(({ kind }) => kind === 'dispute')).toHaveLength(3)
  expect(listed.disputes).toMatchObject([{ purchaseId, state: 'open', amount: '10.00' }])
  expect((await admin.call(getAdminOverview)).body.counts.dispute).toBe(1)
})

test('an alert is open until the admin resolves it with a note', async () => {
  const { w, admin } = await adminFixture()
  await w.db.insert(alerts).values({
    id: 77,
    kind: 'over-refund',
    target: 'purchase/12345',
    message: 'More went back than was paid.',
    createdAt: w.clock.now(),
  })

  const open = await admin.call(listAlerts)
  const resolved = await admin.call(resolveAlert, { params: { id: 77 }, body: { note: 'Called the bank' } })

  expect(open.body.alerts).toMatchObject([{ id: 77, purchaseId: 12_345, resolvedAt: null }])
  expect(resolved.body.resolvedAt).not.toBeNull()
  expect((await admin.call(listAlerts)).body.total).toBe(0)
  expect((await admin.call(listAlerts, { query: { state: 'resolved' } })).body.total).toBe(1)
  expect((await admin.call(resolveAlert, { params: { id: 78 }, body: {} })).status).toBe(404)
})

test('an email is late after five minutes, and is sent again with its error mended', async () => {
  const { w, admin, item } = await adminFixture()
  await w.visitor().purchase(item.id)
  await deleteSaleEmails(w)
  const { send } = w.ports.mailer
  w.ports.mailer.send = () => Promise.reject(new Error('Mailbox full'))
  await w.runJobs()
  w.ports.mailer.send = send
  const list = async (show?: DeliveryFilter) =>
    (await admin.call(listDeliveries, { query: { ...(show && { show }) } })).body
  expect(await list()).toMatchObject({ deliveries: [], total: 0 })
  w.clock.advance(6 * 60_000)

  const [late] = (await list()).deliveries
  expect(late).toMatchObject({
    kind: 'purchase_access',
    target: 'fan@example.com',
    state: 'waiting',
    attempts: 1,
    nextAttemptAt: '2026-03-01T12:00:02.000Z',
    lastError: 'Mailbox full',
    purchaseId: expect.any(Number),
  })
  expect((await admin.call(getAdminOverview)).body.counts.delivery).toBe(1)
  await admin.call(resendDelivery, { params: { id: late?.id ?? 0 } })
  await w.runJobs()

  expect((await list()).deliveries).toEqual([])
  expect((await list('sent')).deliveries).toMatchObject([
    { kind: 'purchase_access', state: 'sent', lastError: '' },
    { kind: 'sign_in_code' },
    { kind: 'sign_in_code' },
  ])
  expect((await w.mailbox.list()).map(({ to }) => to)).toContain('fan@example.com')
})

test('an email that failed is sent again, one that is sent or in work is not sent twice', async () => {
  const { w, admin, item } = await adminFixture()
  await w.visitor().purchase(item.id)
  await deleteSaleEmails(w)
  const isAccess = eq(deliveries.kind, 'purchase_access')
  await w.db.update(deliveries).set({ state: 'failed' }).where(isAccess)
  const [failed] = (await admin.call(listDeliveries, { query: { show: 'failed' } })).body.deliveries
  const params = { id: failed?.id ?? 0 }
  const received = async () => (await w.mailbox.list()).filter(({ to }) => to === 'fan@example.com')

  expect((await admin.call(resendDelivery, { params })).status).toBe(200)
  const claimed = await claimDue(w.db, 'usual', { channel: 'email', now: w.clock.now(), limit: 10 })
  await admin.call(resendDelivery, { params })
  await w.runJobs()
  expect([claimed.length, (await received()).length]).toEqual([1, 0])
  w.clock.advance(120_000)
  await w.runJobs()

  expect(await received()).toHaveLength(1)
  expect((await admin.call(resendDelivery, { params })).status).toBe(404)
})

test('a failed job is listed with its error and runs again on retry', async () => {
  const { w, admin, item } = await adminFixture()
  await w.visitor().purchase(item.id)
  const job = { name: 'notify-owner', data: { checkoutId: '1' } } as const
  await w.db.transaction((tx) => w.ports.queue.enqueue(tx, job))
  await w.ports.db.execute(
    `update pgboss.job set state = 'failed', retry_count = 25, output = '{"message": "No route to host"}'`,
  )

  const [failed] = (await admin.call(listFailedJobs)).body.jobs
  const retried = await admin.call(retryJob, { params: { id: failed?.id ?? '' } })

  expect(failed).toMatchObject({ name: 'notify-owner', attempts: 26, lastError: 'No route to host' })
  expect(retried.status).toBe(200)
  expect((await admin.call(listFailedJobs)).body.jobs).toEqual([])
  expect((await admin.call(retryJob, { params: { id: crypto.randomUUID() } })).status).toBe(404)
})

test('refunds returned by the bank are listed until the purchase is refunded', async () => {
  const { w, admin, item } = await adminFixture()
  const fan = w.visitor()
  const checkout = await fan.pays(item.id, { card: 'refund_fails' })
  await fan.call(completePayment, { params: checkout })
  const [bought] = (await admin.call(searchPurchases, { query: { q: checkout.paymentIntentId } })).body
    .purchases
  await admin.call(refundAsAdmin, { params: { id: bought?.id ?? 0 }, body: { reason: 'x' } })
  w.clock.advance(60_000)
  await w.deliverWebhooks()

  const { body } = await admin.call(listFailedRefunds)

  expect(body.refunds).toMatchObject([
    { purchaseId: bought?.id, amount: '10.00', failure: 'returned_by_bank' },
  ])
  expect((await admin.call(getAdminOverview)).body).toMatchObject({ counts: { failed_refund: 1 } })
})

test('the access link is sent again to the address of the purchase, once a minute, and not while access is revoked', async () => {
  const { w, admin, item } = await adminFixture()
  const { purchaseId } = await w.visitor().purchase(item.id)
  const params = { id: purchaseId }

  const { status, body } = await admin.call(resendAccessAsAdmin, { params })
  const again = await admin.call(resendAccessAsAdmin, { params })

  expect([status, again.status]).toEqual([200, 429])
  expect(body.purchase.number).toBe(1)
  expect(body.emails.map(({ kind, recipient }) => [kind, recipient])).toContainEqual([
    'purchase_access_resent',
    body.purchase.email,
  ])
  w.clock.advance(60_001)
  await admin.call(revokeAccessAsAdmin, { params, body: { reason: 'Shared in public' } })
  expect((await admin.call(resendAccessAsAdmin, { params })).status).toBe(403)
})

test('access is revoked with a reason that the buyer sees, and restored', async () => {
  const { w, admin, item } = await adminFixture()
  const fan = w.visitor()
  const { purchaseId, paymentIntentId } = await fan.purchase(item.id)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const params = { id: purchaseId }

  const revoked = await admin.call(revokeAccessAsAdmin, { params, body: { reason: 'Shared in public' } })
  const refused = await fan.call(verifyPurchase, { query })
  const restored = await admin.call(restoreAccessAsAdmin, { params })

  expect(revoked.body.access).toMatchObject({
    state: 'revoked',
    revocationReason: 'admin',
    canRestoreAccess: true,
  })
  expect(refused.status).toBe(403)
  expect(JSON.stringify(refused.body)).toContain('Shared in public')
  expect(restored.body.access).toMatchObject({ state: 'active', canRestoreAccess: false })
  expect((await fan.call(verifyPurchase, { query })).status).toBe(200)
})
