import { expect, test } from 'vitest'
import { requestRefund } from '../../../../contract/access.ts'
import { restoreAccess, revokeAccess } from '../../../../contract/sales.ts'
import { disputedSaleFixture } from '../../../../tests/support/disputed-sale-fixture.ts'
import { saleFixture } from '../../../../tests/support/sale-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'

test('revoked access shows the buyer the reason on the access page and by email, and can be restored', async () => {
  const { revokeAccess, restoreAccess, access, w } = await saleFixture()

  const closed = await revokeAccess('Shared on a forum')
  const revoked = await access()
  const emails = await sentEmailsTo(w, 'fan@example.com')
  const reopened = await restoreAccess()

  expect(closed.body).toMatchObject({
    access: 'revoked',
    revocation: { by: 'creator', reason: 'Shared on a forum' },
    canRestoreAccess: true,
    state: 'paid',
    netAmount: '8.00',
  })
  expect(revoked).toMatchObject({
    status: 403,
    body: { code: 'access_revoked', message: 'The creator has removed your access: “Shared on a forum”' },
  })
  const email = emails.find(({ subject }) => subject === 'You no longer have access to Harbour loops')
  expect(email?.text).toContain('“Shared on a forum”')
  expect(email?.text).toMatch(/\/access\/.+\/refund/)
  expect(reopened.body).toMatchObject({ access: 'active', revocation: null })
  expect((await access()).status).toBe(200)
})

test('a buyer with revoked access can still request a refund', async () => {
  const { revokeAccess, fan, token, access, w, creator } = await saleFixture()
  await revokeAccess()

  const answer = await fan.call(requestRefund, { params: { token }, body: { reason: '' } })

  expect(answer).toMatchObject({ status: 200, body: { state: 'refunded' } })
  expect(await access()).toMatchObject({ status: 403, body: { code: 'purchase_refunded' } })
  expect(await w.probe.balance(`creator_balance/${creator.id}`)).toBe(0)
})

test('revoking access needs a reason, and revoking twice is a conflict', async () => {
  const { revokeAccess, access } = await saleFixture()

  expect(await revokeAccess('  ')).toMatchObject({
    status: 400,
    body: { fields: { reason: expect.any(String) } },
  })
  expect((await access()).status).toBe(200)
  expect((await revokeAccess()).status).toBe(200)
  expect((await revokeAccess()).status).toBe(409)
})

test('the creator cannot restore access during a dispute, and the dispute’s end does not restore what the creator revoked', async () => {
  const { creator, w, applyDisputeAction, complete, verify } = await disputedSaleFixture()
  const [purchase] = await w.probe.purchases()
  const params = { id: purchase?.orderNumber }
  await creator.call(revokeAccess, { params, body: { reason: 'Shared' } })
  await applyDisputeAction('open')
  await complete()

  const during = await creator.call(restoreAccess, { params })
  await applyDisputeAction('win')
  await complete()
  const after = await verify()
  const opened = await creator.call(restoreAccess, { params })

  expect(during.status).toBe(409)
  expect(after).toMatchObject({ status: 403, body: { code: 'access_revoked' } })
  expect(opened.status).toBe(200)
  expect((await verify()).status).toBe(200)
})

test('the creator can restore access after a refund that the bank returned', async () => {
  const { creator, w, complete, failRefund, refund, verify } = await disputedSaleFixture({ card: 'paid' })
  const [purchase] = await w.probe.purchases()
  await refund('10.00')
  await complete()
  const early = await creator.call(restoreAccess, { params: { id: purchase?.orderNumber } })
  await failRefund()
  await complete()

  const answer = await creator.call(restoreAccess, { params: { id: purchase?.orderNumber } })

  expect(early.status).toBe(409)
  expect(answer).toMatchObject({ status: 200, body: { access: 'active', netAmount: '8.00' } })
  expect((await verify()).status).toBe(200)
})
