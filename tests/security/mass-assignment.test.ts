import { expect, test } from 'vitest'
import { getUser, requestSignInCode, signInWithCode, updateProfile } from '../../contract/accounts.ts'
import { getEarningsStats } from '../../contract/earnings.ts'
import { createPaymentIntent } from '../../contract/purchases.ts'
import { latestSignInCode } from '../support/test-app/creator-client.ts'
import { createTestApp } from '../support/test-app.ts'

/** Privileged fields in every spelling that a table or session might use. */
const forbiddenFields = {
  isAdmin: true,
  is_admin: true,
  role: 'admin',
  emailVerified: true,
  email_verified: true,
  plan: 'pro',
  feeBps: 0,
  fee_bps: 0,
  payoutEnabled: true,
  payoutMethod: 'paypal',
  payoutEmail: 'evil@example.com',
  availableBalance: '1000.00',
  totalEarnings: 1_000,
  tipCount: 1_000,
  id: 1,
  userId: '1',
  user_id: '1',
  creatorId: '1',
  suspendedAt: null,
  email: 'admin@example.com',
}

test('sign-in ignores privileged fields', async () => {
  const w = await createTestApp()
  const visitor = w.visitor()
  const email = 'mara@example.com'
  await visitor.call(requestSignInCode, { body: { ...forbiddenFields, email } })
  const code = await latestSignInCode(w.mailbox, email)

  await visitor.call(signInWithCode, { body: { ...forbiddenFields, email, code } })

  const { body } = await visitor.call(getUser)
  expect(body).toMatchObject({ email, isAdmin: false, plan: 'creator', payoutEnabled: false })
})

test('a profile update ignores role and id', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const before = (await mara.call(getUser)).body

  const answer = await mara.call(updateProfile, { body: { ...forbiddenFields, firstName: 'Mara' } })

  expect([200, 400]).toContain(answer.status)
  const { body } = await mara.call(getUser)
  expect({ ...body, firstName: null }).toEqual({ ...before, firstName: null })
  expect((await mara.call(getEarningsStats)).body).toMatchObject({ availableBalance: 0 })
})

test('a buyer cannot set the price, the rate or the seller', async () => {
  const w = await createTestApp()
  const [mara, jonas] = [await w.creator(), await w.creator('jonas@example.com')]
  const item = await mara.publishText({ price: '10.00' })
  const fan = w.visitor()

  const { status, body } = await fan.call(createPaymentIntent, {
    body: {
      ...forbiddenFields,
      contentId: item.id,
      buyerEmail: 'fan@example.com',
      amount: 1,
      price: '0.01',
      fee: 0,
      currency: 'JPY',
      state: 'paid',
      creatorId: jonas.id,
    },
  })

  expect(status).toBe(200)
  await fan.presents('paid', body.clientSecret)
  await fan.send('POST', `/api/payments/${body.paymentIntentId}/complete`)
  expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(800)
  expect(await w.probe.balance('platform_revenue')).toBe(200)
  expect(await w.probe.balance(`creator_balance/${jonas.id}`)).toBe(0)
})
