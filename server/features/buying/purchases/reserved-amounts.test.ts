import { expect, test } from 'vitest'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { refundRequestFixture } from '../../../../tests/support/refund-request-fixture.ts'
import { refundRequests } from '../../../db/schema/index.ts'

test('what an open request reserves follows each other reversal of its purchase', async () => {
  const { w, paymentIntentId, decides } = await refundRequestFixture()
  /** The net amounts of the purchase and of its request, after `verify` found nothing. */
  const amounts = async () => {
    await w.deliverWebhooks()
    expect(await checkLedger(w)).toEqual([])
    const [purchase] = await w.probe.purchases()
    const [request] = await w.db.select().from(refundRequests)
    return [purchase?.netAmount, request?.reservedNetAmount]
  }

  const requested = await amounts()
  await w.sandbox.simulate.refund(paymentIntentId, '3.33')
  const refundedInPart = await amounts()
  await w.sandbox.simulate.dispute(paymentIntentId, 'open')
  const disputed = await amounts()
  await w.sandbox.simulate.dispute(paymentIntentId, 'win')
  const won = await amounts()
  await decides({ decision: 'refund' })
  const refunded = await amounts()

  // A refund of $3.33 returns a fee of 66 cents.
  expect({ requested, refundedInPart, disputed, won, refunded: refunded[0] }).toEqual({
    requested: [800, 800],
    refundedInPart: [533, 533],
    disputed: [0, 0],
    won: [533, 533],
    refunded: 0,
  })
})
