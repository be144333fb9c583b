import { expect, test } from 'vitest'
import { getBalanceBreakdown, getEarningsStats } from '../../../../contract/earnings.ts'
import { disputedSaleFixture } from '../../../../tests/support/disputed-sale-fixture.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import type { CreatorClient } from '../../../../tests/support/test-app.ts'

async function balanceOf(creator: Pick<CreatorClient, 'call'>) {
  return (await creator.call(getBalanceBreakdown)).body
}

test('sales, fees, refunds and payouts sum to the balance and to the earnings page', async () => {
  const { w, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  const { paymentIntentId } = await mara.sells('9.99')
  await w.sandbox.refund({ paymentId: paymentIntentId, amount: 333, reason: 'requested' }, 'refund:1')
  await w.deliverWebhooks()

  const before = await balanceOf(mara)
  await processes()
  await mara.sells('10.00')
  const after = await balanceOf(mara)

  // The fee is 20 %, rounded down: 20.00 and 1.99. Of the refund, 0.66 was our fee.
  expect(before).toEqual({
    currency: 'USD',
    gross: '109.99',
    taxes: '0.00',
    fees: '21.99',
    reversed: '2.67',
    paidOut: '0.00',
    balance: '85.33',
    onHold: '0.00',
    available: '85.33',
    nextRelease: null,
  })
  expect(after).toMatchObject({
    gross: '119.99',
    fees: '23.99',
    reversed: '2.67',
    paidOut: '85.33',
    balance: '8.00',
    available: '8.00',
  })
  expect((await mara.call(getEarningsStats)).body).toMatchObject({
    availableBalance: 8,
    totalEarnings: 93.33,
  })
})

test('the steps sum to the balance in every answer while sales arrive', async () => {
  const { seller } = await payoutFixture()
  const mara = await seller('mara@example.com')
  let isSelling = true
  const selling = Promise.all(Array.from({ length: 8 }, () => mara.sells('10.00'))).finally(() => {
    isSelling = false
  })
  const differences = []
  while (isSelling) {
    const { gross, fees, balance } = await balanceOf(mara)
    differences.push(Number(gross) - Number(fees) - Number(balance))
  }
  await selling

  expect(differences.filter((difference) => difference !== 0)).toEqual([])
  expect(await balanceOf(mara)).toMatchObject({ gross: '80.00', fees: '16.00', balance: '64.00' })
})

test('a balance is negative after a refund of a sale that was paid out', async () => {
  const { w, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  const { paymentIntentId } = await mara.sells('50.00')
  await processes()
  await w.sandbox.refund({ paymentId: paymentIntentId, amount: 5000, reason: 'requested' }, 'refund:1')
  await w.deliverWebhooks()

  expect(await balanceOf(mara)).toMatchObject({
    gross: '50.00',
    fees: '10.00',
    reversed: '40.00',
    paidOut: '40.00',
    balance: '-40.00',
    onHold: '0.00',
    available: '-40.00',
  })
})

test('new sales are on hold, not available', async () => {
  const { seller } = await payoutFixture({ env: { PAYOUT_HOLD_DAYS: '7' } })
  const mara = await seller('mara@example.com')
  await mara.sells('50.00')

  expect(await balanceOf(mara)).toMatchObject({ balance: '40.00', onHold: '40.00', available: '0.00' })
})

test('a dispute is taken from the balance and returned when it is won', async () => {
  const { creator, applyDisputeAction, complete } = await disputedSaleFixture()
  await applyDisputeAction('open')
  await complete()
  const open = await balanceOf(creator)
  await applyDisputeAction('win')
  await complete()

  expect(open).toMatchObject({ gross: '10.00', fees: '2.00', reversed: '8.00', balance: '0.00' })
  expect(await balanceOf(creator)).toMatchObject({ gross: '10.00', reversed: '0.00', balance: '8.00' })
})

test('a creator without a sale has zeros', async () => {
  const { seller } = await payoutFixture()

  expect(await balanceOf(await seller('lena@example.com'))).toMatchObject({
    gross: '0.00',
    fees: '0.00',
    reversed: '0.00',
    paidOut: '0.00',
    balance: '0.00',
  })
})
