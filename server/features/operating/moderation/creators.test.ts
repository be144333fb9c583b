import { expect, test } from 'vitest'
import { getUser, requestSignInCode, signInWithCode } from '../../../../contract/accounts.ts'
import { listCreators, restoreCreator, suspendCreator } from '../../../../contract/admin-overview.ts'
import { getContent } from '../../../../contract/content.ts'
import { verifyPurchase } from '../../../../contract/purchases.ts'
import { adminFixture } from '../../../../tests/support/admin-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { latestSignInCode } from '../../../../tests/support/test-app/creator-client.ts'

test('a suspended creator is signed out, their items are unpublished, the reason is shown, and buyers keep access', async () => {
  const { w, admin, mara, item } = await adminFixture()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)

  const { body } = await admin.call(suspendCreator, {
    params: { id: mara.id },
    body: { reason: 'Sold what was not theirs' },
  })

  expect(body).toMatchObject({ email: 'mara@example.com', suspendedReason: 'Sold what was not theirs' })
  expect((await mara.call(getUser)).status).toBe(401)
  expect((await fan.call(getContent, { params: { id: item.id } })).status).toBe(404)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  expect((await fan.call(verifyPurchase, { query })).status).toBe(200)
  // Emails of the same time have no order.
  const emails = await sentEmailsTo(w, 'mara@example.com')
  const email = emails.find(({ subject }) => subject === 'Your account has been suspended')
  expect(email?.text).toContain('Reason: Sold what was not theirs')

  await mara.call(requestSignInCode, { body: { email: 'mara@example.com' } })
  const code = await latestSignInCode(w.mailbox, 'mara@example.com')
  const signIn = await mara.call(signInWithCode, { body: { email: 'mara@example.com', code } })
  expect(signIn.status).toBe(403)
  expect(signIn.body).toMatchObject({ message: 'This account is suspended: Sold what was not theirs.' })
})

test('a restored creator’s items are for sale again, and they can sign in', async () => {
  const { w, admin, mara, item } = await adminFixture()
  const params = { id: mara.id }
  await admin.call(suspendCreator, { params, body: { reason: 'A mistake' } })

  const { body } = await admin.call(restoreCreator, { params })

  expect(body).toMatchObject({ suspendedAt: null, suspendedReason: null })
  expect((await w.visitor().call(getContent, { params: { id: item.id } })).status).toBe(200)
  expect((await w.creator()).id).toBe(mara.id)
  expect((await admin.call(restoreCreator, { params })).status).toBe(409)
})

test('suspending needs a reason and an existing creator other than the admin', async () => {
  const { admin, mara } = await adminFixture()
  const suspend = async (id: string, reason = 'x') =>
    (await admin.call(suspendCreator, { params: { id }, body: { reason } })).status

  expect(await suspend(admin.id)).toBe(409)
  expect(await suspend('12345')).toBe(404)
  expect(await suspend(mara.id, '  ')).toBe(400)
})

test('creators are found by email, name or id, and can be filtered by suspension', async () => {
  const { admin, mara } = await adminFixture()
  await admin.call(suspendCreator, { params: { id: mara.id }, body: { reason: 'x' } })
  const search = async (query: { q?: string; state?: 'suspended' }) =>
    (await admin.call(listCreators, { query })).body.creators.map(({ email }) => email)

  expect(await search({})).toEqual(expect.arrayContaining(['mara@example.com', 'admin@example.com']))
  expect(await search({ q: 'MARA' })).toEqual(['mara@example.com'])
  expect(await search({ q: mara.id })).toEqual(['mara@example.com'])
  expect(await search({ q: '_' })).toEqual([])
  expect(await search({ state: 'suspended' })).toEqual(['mara@example.com'])
})
