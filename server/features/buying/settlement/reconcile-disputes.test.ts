import { expect, test } from 'vitest'
import { getDashboardStats } from '../../../../contract/earnings.ts'
import { getAccess } from '../../../../contract/purchases.ts'
import { disputedSaleFixture } from '../../../../tests/support/disputed-sale-fixture.ts'
import { disputes } from '../../../db/schema/index.ts'

test('an open dispute holds the whole payment, creator’s share and fee, and revokes access with a message', async () => {
  const { w, creator, applyDisputeAction, verify, download, balances, alerts } = await disputedSaleFixture()
  const { body } = await verify()
  await applyDisputeAction('open')

  await w.deliverWebhooks()

  const token = body.accessUrl.split('/').at(-1) ?? ''
  const link = await w.visitor().call(getAccess, { params: { token } })
  const file = await download()
  expect(await balances()).toEqual([0, 0, 0])
  expect([file.status, (await verify()).status, link.status]).toEqual([403, 403, 403])
  expect(file.body).toMatchObject({
    code: 'forbidden',
    message: 'This payment is being disputed with the bank, so access is paused for now.',
  })
  expect((await creator.call(getDashboardStats)).body).toMatchObject({
    totalEarnings: 0,
    availableBalance: 0,
  })
  expect(await w.probe.purchases()).toMatchObject([
    { refundedAmount: 0, disputedAmount: 1000, platformFeeRefundedAmount: 200 },
  ])
  expect(await alerts()).toEqual(['dispute-open'])
})

test('a won dispute restores the funds to the cent, and access', async () => {
  const { w, applyDisputeAction, download, complete, balances, alerts } = await disputedSaleFixture({
    price: '9.99',
  })
  await applyDisputeAction('open')
  await complete()
  expect(await balances()).toEqual([0, 0, 0])
  await applyDisputeAction('win')

  await w.deliverWebhooks()

  expect(await balances()).toEqual([-999, 800, 199])
  expect((await download()).status).toBe(200)
  expect(await alerts()).toEqual(['dispute-open', 'dispute-won'])
})

test('a lost dispute keeps funds and access as they are', async () => {
  const { applyDisputeAction, download, complete, balances, alerts } = await disputedSaleFixture()
  await applyDisputeAction('open')
  await complete()
  await applyDisputeAction('lose')

  await complete()

  expect(await balances()).toEqual([0, 0, 0])
  expect((await download()).status).toBe(403)
  expect(await alerts()).toEqual(['dispute-lost', 'dispute-open'])
})

test('a dispute that is won after being lost restores both', async () => {
  const { applyDisputeAction, download, complete, balances } = await disputedSaleFixture()
  for (const move of ['open', 'lose', 'win'] as const) {
    await applyDisputeAction(move)
    await complete()
  }

  expect(await balances()).toEqual([-1000, 800, 200])
  expect((await download()).status).toBe(200)
})

test('an inquiry raises an alert and moves nothing, and may become a dispute', async () => {
  const { w, applyDisputeAction, download, complete, balances, alerts } = await disputedSaleFixture()
  await applyDisputeAction('open_inquiry')
  await complete()
  const before = [await balances(), (await download()).status, await alerts()]

  await applyDisputeAction('open')
  await complete()

  expect(before).toEqual([[-1000, 800, 200], 200, ['dispute-inquiry']])
  expect(await balances()).toEqual([0, 0, 0])
  expect((await download()).status).toBe(403)
  expect(await w.db.select().from(disputes)).toMatchObject([
    { state: 'open', heldAmount: 1000, postingCount: 1 },
  ])
})

test('after a partial refund a dispute holds the rest and restores the rest', async () => {
  const { w, refund, applyDisputeAction, download, complete, balances } = await disputedSaleFixture()
  await refund('2.50')
  await complete()
  await applyDisputeAction('open')
  await complete()
  const open = await balances()
  const disputed = await w.probe.purchases()
  await applyDisputeAction('win')

  await complete()

  expect(open).toEqual([0, 0, 0])
  expect(disputed).toMatchObject([
    { refundedAmount: 250, disputedAmount: 750, platformFeeRefundedAmount: 200 },
  ])
  expect(await balances()).toEqual([-750, 600, 150])
  expect((await download()).status).toBe(200)
})

test('after a full refund a dispute holds nothing more, and a won one restores no access', async () => {
  const { w, refund, applyDisputeAction, download, complete, balances, alerts } = await disputedSaleFixture()
  await refund('10.00')
  await complete()
  await applyDisputeAction('open')
  await complete()
  const open = await balances()
  await applyDisputeAction('win')
  await complete()

  expect(open).toEqual([0, 0, 0])
  expect(await balances()).toEqual([0, 0, 0])
  expect((await download()).status).toBe(403)
  expect(await w.probe.grants()).toMatchObject([{ revocationReason: 'refund' }])
  expect(await alerts()).toEqual(['dispute-open', 'dispute-won'])
})

test('a refund that fails during a dispute is held by the dispute', async () => {
  const { w, refund, applyDisputeAction, failRefund, complete, balances } = await disputedSaleFixture()
  await refund('10.00')
  await applyDisputeAction('open')
  await complete()
  await failRefund()

  await complete()

  expect(await balances()).toEqual([0, 0, 0])
  expect(await w.probe.purchases()).toMatchObject([
    { refundedAmount: 0, disputedAmount: 1000, platformFeeRefundedAmount: 200 },
  ])
})

test('a refund that fails later is credited back, access stays revoked, and an alert is raised', async () => {
  const { w, refund, download, balances, alerts } = await disputedSaleFixture({ card: 'refund_fails' })
  await refund('10.00')
  await w.deliverWebhooks()
  const refunded = await balances()

  w.clock.advance(5_000)
  await w.deliverWebhooks()

  expect(refunded).toEqual([0, 0, 0])
  expect(await balances()).toEqual([-1000, 800, 200])
  expect((await download()).status).toBe(403)
  expect(await alerts()).toEqual(['refund-failed'])
})

test('a refund first seen as failed moves nothing and raises an alert', async () => {
  const { w, refund, failRefund, download, complete, balances, alerts } = await disputedSaleFixture()
  await refund('10.00')
  await failRefund()

  await complete()
  await complete()

  expect(await balances()).toEqual([-1000, 800, 200])
  expect(await w.probe.entries()).toHaveLength(3)
  expect((await download()).status).toBe(200)
  expect(await alerts()).toEqual(['refund-failed'])
})

test('the card with a dispute is disputed after three seconds by the clock alone', async () => {
  const { w, download, balances } = await disputedSaleFixture({ card: 'disputed' })
  w.clock.advance(2_999)
  await w.deliverWebhooks()
  const before = (await download()).status

  w.clock.advance(1)
  await w.deliverWebhooks()

  expect(before).toBe(200)
  expect((await download()).status).toBe(403)
  expect(await balances()).toEqual([0, 0, 0])
})

test('a dispute opened and won before we read it, with a later refund, is booked as refunded', async () => {
  const { applyDisputeAction, refund, download, complete, balances, alerts } = await disputedSaleFixture()
  await applyDisputeAction('open')
  await complete()
  await applyDisputeAction('win')
  await refund('10.00')

  await complete()

  expect(await balances()).toEqual([0, 0, 0])
  expect((await download()).status).toBe(403)
  expect(await alerts()).toEqual(['dispute-open', 'dispute-won'])
})

test('repeated, concurrent and reordered snapshots are booked once', async () => {
  const { w, applyDisputeAction, complete, balances, paymentIntentId } = await disputedSaleFixture({
    faults: { duplicate: 1, shuffle: 'yes' },
  })
  await applyDisputeAction('open')
  await complete()
  await applyDisputeAction('win')

  await Promise.all([complete(), w.deliverWebhooks(), complete(), complete()])
  await w.sandbox.simulate.resendWebhooks(paymentIntentId, 'reverse')
  await w.deliverWebhooks()

  expect(await balances()).toEqual([-1000, 800, 200])
  expect((await w.probe.entries()).map(({ kind }) => kind).toSorted()).toEqual([
    ...Array(3).fill('dispute'),
    ...Array(3).fill('dispute_reversal'),
    ...Array(3).fill('sale'),
  ])
})

test('an older snapshot that arrives after a dispute was won changes nothing', async () => {
  const { w, applyDisputeAction, download, complete, balances, paymentIntentId } = await disputedSaleFixture()
  await applyDisputeAction('open')
  await complete()
  const old = await w.sandbox.getPayment(paymentIntentId)
  await applyDisputeAction('win')
  await complete()
  const { getPayment } = w.ports.paymentProvider
  let readCount = 0
  w.ports.paymentProvider.getPayment = async (id) => (readCount++ === 0 ? old : getPayment(id))

  await complete()

  expect(readCount).toBe(2)
  expect(await balances()).toEqual([-1000, 800, 200])
  expect((await download()).status).toBe(200)
})
