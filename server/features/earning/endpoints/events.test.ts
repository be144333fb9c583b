import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { setContentStatus } from '../../../../contract/content-editing.ts'
import { activateLicense, listSaleLicenses, setLicenseSettings } from '../../../../contract/licenses.ts'
import { markPayoutPaid, markPayoutReturned } from '../../../../contract/payout-runs.ts'
import { getPayoutHistory } from '../../../../contract/payouts.ts'
import { getSale, restoreAccess, revokeAccess } from '../../../../contract/sales.ts'
import { type WebhookEventType, webhookEventTypes } from '../../../../contract/webhook-events.ts'
import { webhookBody } from '../../../../contract/webhook-payloads.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { addEndpoint, startReceiver, verifyWith } from '../../../../tests/support/webhook-fixture.ts'
import { deliveries, domainEvents, webhookTries } from '../../../db/schema/index.ts'
import { followConfirmed } from '../../selling/creators/follow.ts'
import { signWebhook } from '../../telling/alerts/notices.ts'

test('the official library verifies every kind of event, each with the shape of its call', async () => {
  const { w, admin, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  const receiver = await startReceiver()
  const { secret } = await addEndpoint(mara, receiver)
  const { simulate } = w.sandbox

  for (const status of ['draft', 'published'])
    await mara.call(setContentStatus, { params: { id: mara.item.id }, body: { status } })
  const keys = { isOn: true, mode: 'made' as const, prefix: 'TIDE', maxDevices: 3, validDays: null }
  await mara.call(setLicenseSettings, { params: { id: mara.item.id }, body: keys })
  const licensed = await mara.sells('100.00')
  const sale100 = { params: { id: licensed.purchaseId } }
  const [license] = (await mara.call(listSaleLicenses, sale100)).body
  const activation = { itemId: mara.item.id, key: license?.key ?? '', fingerprint: 'mac', label: 'Mac' }
  await w.visitor().call(activateLicense, { body: activation })
  await w.visitor().call(activateLicense, { body: activation })
  await mara.call(setLicenseSettings, { params: { id: mara.item.id }, body: { ...keys, isOn: false } })
  const { paymentIntentId, purchaseId: id } = await mara.sells('12.00')
  await simulate.refund(paymentIntentId, '5.00')
  await w.deliverWebhooks()
  const { refunds } = await w.sandbox.getPayment(paymentIntentId)
  await simulate.failRefund(refunds[0]?.refundId ?? '')
  await w.deliverWebhooks()
  for (const action of ['open', 'win'] as const) {
    await simulate.dispute(paymentIntentId, action)
    await w.deliverWebhooks()
  }
  await mara.call(revokeAccess, { params: { id }, body: { reason: 'Shared the link' } })
  await mara.call(restoreAccess, { params: { id } })
  await w.db.transaction((tx) =>
    followConfirmed(tx, w.ports, { creatorId: mara.id, email: 'fan@example.com' }),
  )
  await processes()
  const [payout] = await mara.history()
  const params = { id: payout?.id ?? 0 }
  await admin.call(markPayoutPaid, { params, body: { reference: 'B-1' } })
  await admin.call(markPayoutReturned, { params, body: { notes: 'Account closed' } })
  await w.runJobs()

  // They arrive in any order. Their number says in which they happened.
  const events = receiver.received
    .map((request) => verifyWith(secret, request))
    .toSorted((a, b) => a.sequence - b.sequence)
  expect(events.map(({ type }) => type)).toEqual([
    'item.unpublished',
    'item.published',
    'sale.created',
    'license.issued',
    'license.activated',
    'sale.created',
    'sale.refunded',
    'sale.refund_returned',
    'sale.disputed',
    'sale.dispute_closed',
    'access.revoked',
    'access.restored',
    'follower.confirmed',
    'payout.paid',
    'payout.returned',
  ])
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(webhookEventTypes))
  for (const { type, ...event } of events)
    expect(webhookBody(type as WebhookEventType).safeParse({ type, ...event }).error?.issues).toBeUndefined()
  const sequences = events.map(({ sequence }) => sequence)
  expect(new Set(sequences).size).toBe(sequences.length)
  const dataOf = (wanted: string) => events.findLast(({ type }) => type === wanted)?.data
  const { entries, messages, emails, ...sale } = (await mara.call(getSale, { params: { id } })).body
  expect(sale).toMatchObject(dataOf('sale.created') ?? {})
  expect(dataOf('sale.created')).toMatchObject({ id, amount: '12.00', currency: 'USD' })
  expect(dataOf('license.issued')).toEqual({
    ...license,
    devices: 1,
    saleId: licensed.purchaseId,
    itemId: mara.item.id,
  })
  expect(dataOf('license.activated')).toEqual(dataOf('license.issued'))
  expect(dataOf('sale.refunded')).toMatchObject({ id, refund: { amount: '5.00', isFull: false } })
  expect(dataOf('sale.dispute_closed')).toMatchObject({ dispute: { amount: '12.00', state: 'won' } })
  expect(dataOf('access.revoked')).toMatchObject({ id, by: 'creator' })
  expect((await mara.call(getPayoutHistory)).body[0]).toMatchObject(dataOf('payout.returned') ?? {})
  expect(JSON.stringify(dataOf('follower.confirmed'))).not.toContain('@')
})

test('the example of the reference implementations, and the library signs as we do', () => {
  // https://github.com/standard-webhooks/standard-webhooks, libraries/javascript.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
  const body = '{"test": 2432232314}'
  const signature = signWebhook(secret, { id, timestamp: 1614265330, body })

  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  expect(new Webhook(secret).sign(id, new Date(1614265330_000), body)).toBe(signature)
})

test('an event goes to each endpoint of its creator that asks for it, in the transaction of the change', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const jonas = await w.creator('jonas@example.com')
  const [sales, items, others] = [await startReceiver(), await startReceiver(), await startReceiver()]
  await addEndpoint(mara, sales, { types: ['sale.created'] })
  await addEndpoint(mara, items, { types: ['item.published'] })
  await addEndpoint(jonas, others)

  const item = await mara.publishFile()
  await w.visitor().purchase(item.id)
  const stored = await w.db.select().from(deliveries).where(eq(deliveries.channel, 'webhook'))
  await w.runJobs()

  expect(stored.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'item.published waiting',
    'sale.created waiting',
  ])
  expect([sales, items, others].map(({ received }) => received.length)).toEqual([1, 1, 0])
  const events = await w.db.select().from(domainEvents)
  expect(sales.ids()).toEqual([`evt_${events.find(({ type }) => type === 'sale.created')?.id}`])
})

test('a creator without an endpoint stores an event and nothing else', async () => {
  const w = await createTestApp()
  await (await w.creator()).publishFile()

  expect(await w.db.$count(domainEvents)).toBe(1)
  expect(await w.db.$count(deliveries, eq(deliveries.channel, 'webhook'))).toBe(0)
  expect(await w.db.$count(webhookTries)).toBe(0)
})

test.each([
  ['slack', { text: 'Tipdrop: *&lt;b&gt; &amp; @everyone* sold for $5.00.' }],
  [
    'discord',
    {
      content: 'Tipdrop: \\*\\<b\\> & @everyone\\* sold for $5.00.',
      allowed_mentions: { parse: [] },
    },
  ],
] as const)('a message to %s mentions nobody and has no markup of a title', async (format, message) => {
  const w = await createTestApp()
  const mara = await w.creator()
  const receiver = await startReceiver()
  await addEndpoint(mara, receiver, { format, types: ['sale.created'] })
  const item = await mara.publishText({ title: '*<b> & @everyone*', price: '5.00' })
  await w.visitor().purchase(item.id)

  await w.runJobs()

  expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual(message)
})
