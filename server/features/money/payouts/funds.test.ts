import { expect, test } from 'vitest'
import { listCreatorPayouts } from '../../../../contract/admin-payouts.ts'
import { differences } from '../../../../tests/support/check-ledger.ts'
import { march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { requestRefundAs } from '../../../../tests/support/refund-request-fixture.ts'

const dayMs = 24 * 3_600_000

/**
 * All sold in March, all but Paul in May, only Mara in April and June. March was paid out, then Paul sold once more. In
 * May a sale of Jonas in March was refunded, and a refund of another sale of Ines was requested.
 */
async function fourMonths() {
  const { w, admin, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  const jonas = await seller('jonas@example.com')
  const ines = await seller('ines@example.com')
  const paul = await seller('paul@example.com')
  const refunded = await jonas.sells('70.00')
  for (const { sells } of [mara, ines, paul]) await sells('100.01')
  await processes(march)
  await paul.sells('50.00')
  w.clock.advance(31 * dayMs)
  await mara.sells('20.00')
  w.clock.advance(30 * dayMs)
  for (const { sells } of [mara, jonas, ines]) await sells('12.34')
  const item = await ines.publishFile({ price: '9.99' })
  await requestRefundAs(w, item.id)
  await w.sandbox.refund({ paymentId: refunded.paymentIntentId, amount: 7_000, reason: 'requested' }, 'late')
  await w.deliverWebhooks()
  w.clock.advance(31 * dayMs)
  await mara.sells('5.00')
  return { w, admin, creators: [mara, jonas, ines, paul] }
}

/** From February to July. */
const expectedAmounts = [
  ['0.00', '-46.12', '0.00', '0.00'],
  ['0.00', '-46.12', '0.00', '40.00'],
  ['16.00', '-46.12', '0.00', '40.00'],
  ['25.88', '-46.12', '9.88', '40.00'],
  ['29.88', '-46.12', '9.88', '40.00'],
  ['29.88', '-46.12', '9.88', '40.00'],
]

test('the payable amounts of past months count later refunds and requests, and no later sales', async () => {
  const { w, admin, creators } = await fourMonths()

  const listed: Array<Array<string>> = []
  for (const month of [2, 3, 4, 5, 6, 7]) {
    const { body } = await admin.call(listCreatorPayouts, { query: { month, year: 2026 } })
    const amountOf = ({ id }: { id: string }) =>
      body.creators.find(({ userId }) => userId === Number(id))?.availableBalance ?? '0.00'
    listed.push(creators.map(amountOf))
  }

  expect(listed).toEqual(expectedAmounts)
  expect(await differences(w, 'Monthly totals match the ledger')).toEqual([])
})
