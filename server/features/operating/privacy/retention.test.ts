import { eq, inArray, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { retentionFixture } from '../../../../tests/support/retention-fixture.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import {
  accessGrants,
  alerts,
  checkouts,
  deliveries,
  disputes,
  ledgerEntries,
  purchases,
  refundRequests,
  refunds,
  webhookEvents,
} from '../../../db/schema/index.ts'
import { runPeriodicTasks } from '../../../jobs/periodic.ts'
import { registered } from '../../index.ts'
import { applyRetention, deleteExpiredData } from './retention.ts'

test('a canceled checkout loses its buyer data after 90 days and is counted for 25 months', async () => {
  const { w, run, insertCheckout, left } = await retentionFixture()
  await insertCheckout('a day before 90', 89)
  await insertCheckout('past 90', 91)
  await insertCheckout('a day before 762', 761)
  await insertCheckout('past 762', 763)

  await run()

  expect(await left(checkouts, checkouts.providerPaymentId)).toEqual([
    'a day before 762',
    'a day before 90',
    'past 90',
  ])
  const withBuyer = await w.db.select().from(checkouts).where(eq(checkouts.buyerEmail, 'fan@example.com'))
  expect(withBuyer).toMatchObject([
    {
      providerPaymentId: 'a day before 90',
      buyerCookieHash: 'cookie a day before 90',
      clientSecretEncrypted: 'secret',
      supporterMessage: 'Thank you',
    },
  ])
  const [blank] = await w.db.select().from(checkouts).where(eq(checkouts.providerPaymentId, 'past 90'))
  expect(blank).toMatchObject({
    amount: 1000,
    buyerCookieHash: '',
    buyerEmail: '',
    ipHash: '',
    supporterName: '',
    supporterMessage: '',
    utmParameters: '',
    clientSecretEncrypted: null,
  })
})

test('an old checkout is kept while its payment may arrive, differs or has an open alert or event', async () => {
  const { w, run, insertCheckout, daysAgo } = await retentionFixture()
  await insertCheckout('open', 900, { state: 'open' })
  await insertCheckout('processing', 900, { state: 'processing' })
  await insertCheckout('quarantined', 900, { state: 'quarantined' })
  await insertCheckout('to be checked', 900, { nextCheckAt: daysAgo(1) })
  await insertCheckout('alert', 900)
  await insertCheckout('failing', 900)
  await insertCheckout('event', 900)
  await insertCheckout('resolved alert', 900)
  const alert = { message: 'm', createdAt: daysAgo(900) }
  await w.db.insert(alerts).values([
    { ...alert, kind: 'unknown-state', target: 'alert' },
    { ...alert, kind: 'event-failing', target: 'payment/failing' },
    { ...alert, kind: 'unknown-state', target: 'resolved alert', resolvedAt: daysAgo(1) },
  ])
  await w.db.insert(webhookEvents).values({
    provider: 'sandbox',
    eventId: 'waiting',
    objectType: 'payment',
    objectId: 'event',
    receivedAt: daysAgo(900),
  })

  await run()

  const rows = await w.db.select().from(checkouts)
  expect(rows.map(({ providerPaymentId }) => providerPaymentId).toSorted()).toEqual([
    'alert',
    'event',
    'failing',
    'open',
    'processing',
    'quarantined',
    'to be checked',
  ])
  expect(rows.filter(({ buyerEmail }) => buyerEmail !== 'fan@example.com')).toEqual([])
})

test('a checkout that the sweep canceled is deleted, and a paid one of the same age is kept whole', async () => {
  const { w, item, run, daysAgo } = await retentionFixture()
  await w.visitor().purchase(item.id)
  await w.visitor().starts(item.id)
  w.clock.advance(25 * 3_600_000)
  await w.settleDueCheckouts()
  expect((await w.probe.checkouts()).map(({ state }) => state).toSorted()).toEqual(['canceled', 'paid'])
  await w.probe.updateCheckouts({ createdAt: daysAgo(900) })
  const [paid] = await w.db.select().from(checkouts).where(eq(checkouts.state, 'paid'))

  await run()

  expect(await w.probe.checkouts()).toEqual([paid])
  expect(await w.probe.purchases()).toHaveLength(1)
  expect(await checkLedger(w)).toEqual([])
})

test('an event is kept while the provider lists it, and its deletion changes no ledger entry', async () => {
  const { w, item } = await retentionFixture()
  await w.visitor().purchase(item.id)
  await w.deliverWebhooks()
  const before = await w.probe.entries()
  const events = await w.db.select().from(webhookEvents)

  w.clock.advance(29 * 24 * 3_600_000)
  await applyRetention(w.ports, registered.storedData)

  expect(events.length).toBeGreaterThan(0)
  expect(await w.db.select().from(webhookEvents)).toEqual(events)

  w.clock.advance(91 * 24 * 3_600_000)
  await applyRetention(w.ports, registered.storedData)
  await w.runPeriodicTasks()

  expect(await w.db.select().from(webhookEvents)).toEqual([])
  expect(await w.probe.entries()).toEqual(before)
  expect(await checkLedger(w)).toEqual([])
})

test('an email file is deleted after 30 days', async () => {
  const w = await createTestApp()
  const send = (subject: string) =>
    w.ports.mailer.send({ to: 'fan@example.com', subject, text: 't', html: 'h' })
  await send('past')
  w.clock.advance(2 * 24 * 3_600_000)
  await send('a day before')
  w.clock.advance(29 * 24 * 3_600_000)

  await applyRetention(w.ports, registered.storedData)

  expect((await w.mailbox.list()).map(({ subject }) => subject)).toEqual(['a day before'])
})

test('a sale with a refund, a refund request and a dispute is kept whole after ten years', async () => {
  const { w, item } = await retentionFixture()
  const refunded = await w.visitor().purchase(item.id)
  const disputed = await w.visitor().purchase(item.id)
  await w.sandbox.simulate.refund(refunded.paymentIntentId, '4.00')
  await w.sandbox.simulate.dispute(disputed.paymentIntentId, 'open')
  await w.deliverWebhooks()
  const [sold] = await w.probe.purchases()
  if (!sold) throw new Error('Nothing was sold')
  await w.db.insert(refundRequests).values({
    purchaseId: sold.id,
    creatorId: sold.creatorId,
    amount: 100,
    requestMessage: 'Too quiet',
    requestedBy: 'buyer',
    state: 'rejected',
    createdAt: w.clock.now(),
    decidedAt: w.clock.now(),
  })
  await w.runJobs()
  await runPeriodicTasks(w.ports)
  const purchaseEmails = inArray(deliveries.kind, ['purchase_access', 'refund_issued', 'access_revoked'])
  const readAll = async () => ({
    checkouts: await w.db.select().from(checkouts),
    purchases: await w.db.select().from(purchases),
    grants: await w.db.select().from(accessGrants),
    refunds: await w.db.select().from(refunds),
    refundRequests: await w.db.select().from(refundRequests),
    disputes: await w.db.select().from(disputes),
    entries: await w.db.select().from(ledgerEntries),
    emails: await w.db.select().from(deliveries).where(purchaseEmails),
    alerts: await w.db.select().from(alerts).where(isNull(alerts.resolvedAt)),
  })
  const before = await readAll()
  for (const [kind, rows] of Object.entries(before)) expect(rows, kind).not.toEqual([])

  w.clock.advance(3653 * 24 * 3_600_000)
  await applyRetention(w.ports, registered.storedData)

  expect(await readAll()).toEqual(before)
  expect(await checkLedger(w)).toEqual([])
})

test('expired data is deleted once a day', async () => {
  const { w, insertCheckout, left } = await retentionFixture()
  await insertCheckout('first', 900)
  await deleteExpiredData(w.ports, undefined, registered.storedData)
  await insertCheckout('second', 900)

  await deleteExpiredData(w.ports, undefined, registered.storedData)
  expect(await left(checkouts, checkouts.providerPaymentId)).toEqual(['second'])

  w.clock.advance(24 * 3_600_000)
  await deleteExpiredData(w.ports, undefined, registered.storedData)
  expect(await left(checkouts, checkouts.providerPaymentId)).toEqual([])
})

test('a run stops after its maximum of batches, and the next one continues', async () => {
  const { w, insertCheckout } = await retentionFixture()
  for (const name of ['1', '2', '3', '4', '5']) await insertCheckout(name, 900, { buyerCookieHash: '' })
  const run = () => applyRetention(w.ports, registered.storedData, { batchSize: 2, maxBatches: 2 })

  expect(await run()).toBe(false)
  expect(await w.db.$count(checkouts)).toBe(1)

  expect(await run()).toBe(true)
  expect(await w.db.$count(checkouts)).toBe(0)
})

test('a rule that fails is logged and does not stop the others', async () => {
  const lines: Array<string> = []
  const w = await createTestApp({ logTo: (line) => lines.push(line) })
  const rule = { keepDays: 1, since: 'now', store: 'alerts' }
  const rules = [
    { ...rule, data: 'broken', deleteBatch: () => Promise.reject(new Error('no')) },
    { ...rule, data: 'working', deleteBatch: async () => 3 },
    { ...rule, data: 'empty', deleteBatch: async () => 0 },
  ]

  await applyRetention(w.ports, { ...registered.storedData, retention: rules })

  const logged = lines.map((line) => JSON.parse(line)).filter(({ store }) => store === 'alerts')
  expect(logged).toMatchObject([
    { what: 'broken', msg: 'expired data could not be deleted, will retry tomorrow' },
    { what: 'working', deleted: 3, msg: 'deleted expired data' },
  ])
})

test('a run that is stopped deletes nothing more and is resumed', async () => {
  const { w, insertCheckout } = await retentionFixture()
  await insertCheckout('past', 900)

  await deleteExpiredData(w.ports, AbortSignal.abort(), registered.storedData)
  expect(await w.db.$count(checkouts)).toBe(1)

  await deleteExpiredData(w.ports, undefined, registered.storedData)
  expect(await w.db.$count(checkouts)).toBe(0)
})
