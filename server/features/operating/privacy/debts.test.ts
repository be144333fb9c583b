import { expect, test } from 'vitest'
import { getUser } from '../../../../contract/accounts.ts'
import { getEarningsStats } from '../../../../contract/earnings.ts'
import { listPayouts, markPayoutPaid } from '../../../../contract/payout-runs.ts'
import { setPayoutMethod } from '../../../../contract/payouts.ts'
import { deleteAccount } from '../../../../contract/settings.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { decideRequests, refundRequestFixture } from '../../../../tests/support/refund-request-fixture.ts'
import { users } from '../../../db/schema/index.ts'
import { settlePurchase } from '../../buying/settlement/settle-purchase.ts'

const email = 'mara@example.com'
const payoutDetails = 'bank-of-mara@example.com'

/** A creator who was paid $80 for a sale; `dispute` says what its bank decides. */
async function paidOutFixture() {
  const { w, admin, seller, processes } = await payoutFixture()
  const mara = await seller(email, { method: false })
  await mara.call(setPayoutMethod, { body: { payoutMethod: 'paypal', payoutEmail: payoutDetails } })
  const { paymentIntentId } = await mara.sells('100.00')
  await processes()
  const id = (await admin.call(listPayouts)).body.payouts[0]?.id
  await admin.call(markPayoutPaid, { params: { id }, body: { reference: 'PP-1' } })
  const dispute = async (action: 'open' | 'lose' | 'win') => {
    await w.sandbox.simulate.dispute(paymentIntentId, action)
    await settlePurchase(w.ports, paymentIntentId)
  }
  const deletes = () => mara.call(deleteAccount, { body: { email } })
  const debtAlerts = async () => (await w.probe.openAlerts()).filter((kind) => kind === 'account-debt')
  return { w, mara, dispute, deletes, debtAlerts }
}

test('the debt of a deleted account is there again when its person signs up again', async () => {
  const { w, mara, dispute, deletes, debtAlerts } = await paidOutFixture()
  await dispute('open')
  await dispute('lose')

  const deleted = await deletes()
  const rows = await w.db.select().from(users)
  const again = await w.creator(email)

  expect(deleted.status).toBe(200)
  expect(JSON.stringify(rows)).not.toContain(email)
  expect(JSON.stringify(rows)).not.toContain(payoutDetails)
  expect(await debtAlerts()).toEqual(['account-debt'])
  expect(again.id).toBe(mara.id)
  expect((await again.call(getUser)).body).toMatchObject({ email, firstName: null })
  expect((await again.call(getEarningsStats)).body).toMatchObject({ availableBalance: -80 })
  expect(await w.probe.sum()).toBe(0)
})

test('another account with the payout details of a debtor is reported to the operator', async () => {
  const { w, dispute, deletes, debtAlerts } = await paidOutFixture()
  await dispute('open')
  await dispute('lose')
  await deletes()
  const other = await w.creator('other@example.com')
  const before = await debtAlerts()

  await other.call(setPayoutMethod, { body: { payoutMethod: 'paypal', payoutEmail: payoutDetails } })

  expect([before, await debtAlerts()]).toEqual([['account-debt'], ['account-debt', 'account-debt']])
  expect((await other.call(getEarningsStats)).body).toMatchObject({ availableBalance: 0 })
})

test('an account without a debt leaves no hash, and its person starts anew', async () => {
  const { w, mara, deletes, debtAlerts } = await paidOutFixture()

  await deletes()
  const again = await w.creator(email)

  expect(again.id).not.toBe(mara.id)
  expect(await debtAlerts()).toEqual([])
  expect((await w.db.select({ hash: users.debtEmailHash }).from(users)).every(({ hash }) => !hash)).toBe(true)
})

test('an account with an open dispute is not deleted until the bank has decided', async () => {
  const { dispute, deletes } = await paidOutFixture()
  await dispute('open')

  const meanwhile = await deletes()
  await dispute('win')

  expect(meanwhile).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('1 payment dispute of your sales is still open') },
  })
  expect((await deletes()).status).toBe(200)
})

test('an account with an undecided refund request is not deleted until it is decided', async () => {
  const { creator, id } = await refundRequestFixture()
  const deletes = () => creator.call(deleteAccount, { body: { email } })

  const meanwhile = await deletes()
  await decideRequests(creator, id).decides({ decision: 'refund' })

  expect(meanwhile).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('1 refund request of your sales is still open') },
  })
  expect((await deletes()).status).toBe(200)
})
