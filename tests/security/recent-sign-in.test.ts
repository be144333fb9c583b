import { expect, test } from 'vitest'
import { refundAsAdmin } from '../../contract/admin-purchases.ts'
import { setPayoutCountry, setPayoutMethod } from '../../contract/payouts.ts'
import { refundSale } from '../../contract/sales.ts'
import { deleteAccount, exportAccount, requestEmailChange } from '../../contract/settings.ts'
import { createTestApp } from '../support/test-app.ts'

const refund = { amount: '10.00', refunded: '0.00', reason: 'It was late' }

test('money, data and ways in need a recent sign-in: an open session is not enough', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator()
  const item = await mara.publishText()
  const { purchaseId: id } = await w.visitor().purchase(item.id)
  const callsOf = async () => [
    await mara.send('GET', exportAccount.path),
    await mara.call(setPayoutCountry, { body: { country: 'DE' } }),
    await mara.call(setPayoutMethod, { body: { payoutMethod: 'paypal', payoutEmail: 'm@example.com' } }),
    await mara.call(requestEmailChange, { body: { email: 'new@example.com' } }),
    await mara.call(refundSale, { params: { id }, body: refund }),
    await admin.call(refundAsAdmin, { params: { id }, body: refund }),
    await mara.call(deleteAccount, { body: { email: 'mara@example.com' } }),
  ]
  await w.expireRecentSignIns()

  const answers = await callsOf()

  for (const answer of answers) {
    const { status, body } =
      'statusCode' in answer ? { status: answer.statusCode, body: JSON.parse(answer.payload) } : answer
    expect([status, body.code]).toEqual([403, 'reauthentication_required'])
  }
  expect((await w.probe.purchases()).map(({ refundedAmount }) => refundedAmount)).toEqual([0])
})

test('with a recent sign-in the export and a refund run', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const item = await mara.publishText()
  const { purchaseId: id } = await w.visitor().purchase(item.id)

  expect((await mara.send('GET', exportAccount.path)).statusCode).toBe(200)
  expect((await mara.call(refundSale, { params: { id }, body: refund })).status).toBe(200)
})
