import { listPayouts, markPayoutPaid, markPayoutReturned } from '../../contract/payout-runs.ts'
import { settlePurchase } from '../../server/features/buying/settlement/settle-purchase.ts'
import { march, payoutFixture } from './payout-fixture.ts'
import { upgradeToPro } from './test-app/subscription-client.ts'

/** A ledger in which everything has happened once: sales, refunds, a dispute, payouts in every state. */
export async function ledgerFixture() {
  const fixture = await payoutFixture()
  const { w, admin, seller, processes } = fixture
  const mara = await seller('mara@example.com')
  const jonas = await seller('jonas@example.com')
  await upgradeToPro(await w.creator('lena@example.com'))
  const settle = async (id: string) => settlePurchase(w.ports, id)

  await mara.sells('100.00')
  const part = await mara.sells('20.00')
  await w.sandbox.simulate.refund(part.paymentIntentId, '3.33')
  await settle(part.paymentIntentId)
  const failed = await mara.sells('9.99')
  await w.sandbox.simulate.refund(failed.paymentIntentId, '9.99')
  await settle(failed.paymentIntentId)
  const { refunds } = await w.sandbox.getPayment(failed.paymentIntentId)
  await w.sandbox.simulate.failRefund(refunds[0]?.refundId ?? '')
  await settle(failed.paymentIntentId)
  const disputed = await jonas.sells('50.00')
  await w.sandbox.simulate.dispute(disputed.paymentIntentId, 'open')
  await settle(disputed.paymentIntentId)
  await jonas.sells('40.00')
  await processes(march)
  const [one, two] = (await admin.call(listPayouts)).body.payouts.toSorted(
    (a, b) => Number(b.amount) - Number(a.amount),
  )
  if (!one || !two) throw new Error('Expected two payouts')
  await admin.call(markPayoutPaid, { params: { id: one.id }, body: { reference: 'PP-1' } })
  await admin.call(markPayoutReturned, { params: { id: two.id }, body: { notes: 'No such account.' } })
  w.clock.advance(3_600_000)
  await mara.sells('44.44')
  const whole = await mara.sells('60.00')
  await processes(march)
  await w.sandbox.simulate.refund(whole.paymentIntentId)
  await settle(whole.paymentIntentId)
  await w.runPeriodicTasks()
  return { ...fixture, mara, jonas }
}
