import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getUser, updateProfile } from '../../../../contract/accounts.ts'
import { getContent } from '../../../../contract/content.ts'
import { createPaymentIntent, downloadContent } from '../../../../contract/purchases.ts'
import { deleteAccount, getAccountDeletionPreview } from '../../../../contract/settings.ts'
import { payoutsPayableAccount } from '../../../../domain/ledger.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import {
  deliveries,
  emailChangeRequests,
  ledgerEntries,
  oauthAccounts,
  passkeys,
  sessions,
  users,
} from '../../../db/schema/index.ts'

const email = 'mara@example.com'

async function sellerFixture() {
  const w = await createTestApp()
  const mara = await w.creator(email)
  await mara.call(updateProfile, { body: { firstName: 'Mara Lind', handle: 'mara' } })
  const item = await mara.publishFile()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const download = () => fan.call(downloadContent, { params: { id: item.id }, body: { paymentIntentId } })
  return { w, mara, item, download }
}

test('the consequences of deleting an account are shown first', async () => {
  const { mara } = await sellerFixture()

  expect((await mara.call(getAccountDeletionPreview)).body).toEqual({
    balance: '8.00',
    currency: 'USD',
    items: 1,
    sales: 1,
  })
})

test('an account with a balance needs a confirmation of the amount', async () => {
  const { mara } = await sellerFixture()

  const unconfirmed = await mara.call(deleteAccount, { body: { email } })
  const wrong = await mara.call(deleteAccount, { body: { email, forfeitedBalance: '7.99' } })

  for (const answer of [unconfirmed, wrong]) {
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      message:
        'You still have $8.00 in your balance. Wait for it to be paid out, or confirm that you’re giving it up.',
    })
  }
  expect((await mara.call(getUser)).status).toBe(200)
})

test('a deleted account is signed out everywhere, and nothing of it is for sale', async () => {
  const { w, mara, item } = await sellerFixture()
  const otherSession = await w.creator(email)

  const answer = await mara.call(deleteAccount, {
    body: { email: ' MARA@example.com ', forfeitedBalance: '8.00' },
  })

  expect(answer.body).toEqual({ deleted: true })
  for (const who of [mara, otherSession]) expect((await who.call(getUser)).status).toBe(401)
  expect((await w.visitor().call(getContent, { params: { id: item.id } })).status).toBe(404)
  const order = { contentId: item.id, buyerEmail: 'fan@example.com' }
  expect((await w.visitor().call(createPaymentIntent, { body: order })).status).toBe(404)
})

test('buyers of a deleted account keep access', async () => {
  const { mara, download } = await sellerFixture()
  await mara.call(deleteAccount, { body: { email, forfeitedBalance: '8.00' } })

  const file = await download()

  expect([file.status, file.bytes.toString()]).toEqual([200, 'the very bytes'])
})

test('deleting an account leaves the ledger unchanged', async () => {
  const { w, mara } = await sellerFixture()
  const before = await w.probe.entries()

  await mara.call(deleteAccount, { body: { email, forfeitedBalance: '8.00' } })

  expect(await w.probe.entries()).toEqual(before)
  expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(800)
  expect(await w.probe.sum()).toBe(0)
})

test('deleting an account removes personal data', async () => {
  const { w, mara } = await sellerFixture()
  const now = new Date()
  await w.probe.updateUser(mara.id, { payoutMethod: 'paypal', payoutEmail: 'mara@bank.example' })
  const key = { id: 'k', userId: mara.id, publicKey: 'A', credentialID: 'k', counter: 0 }
  await w.db.insert(passkeys).values({ ...key, deviceType: 'x', backedUp: true })
  await w.db.insert(oauthAccounts).values({ id: 'i', accountId: 's', providerId: 'oidc', userId: mara.id })
  const codes = { oldEmailCodeHash: 'x', newEmailCodeHash: 'x', expiresAt: now, createdAt: now }
  await w.db.insert(emailChangeRequests).values({ userId: mara.id, newEmail: 'mara@new.example', ...codes })

  await mara.call(deleteAccount, { body: { email, forfeitedBalance: '8.00' } })

  const [row] = await w.db.select().from(users).where(eq(users.id, mara.id))
  expect(JSON.stringify(row)).not.toMatch(/mara|lind/i)
  expect(row?.deletedAt).toEqual(w.clock.now())
  for (const table of [passkeys, oauthAccounts, emailChangeRequests, sessions])
    expect(await w.db.select().from(table)).toEqual([])
})

test('the email of a deleted account can sign up again', async () => {
  const { w, mara } = await sellerFixture()
  await mara.call(deleteAccount, { body: { email, forfeitedBalance: '8.00' } })

  const again = await w.creator(email)
  const { body } = await again.call(getAccountDeletionPreview)

  expect(again.id).not.toBe(mara.id)
  expect(body).toMatchObject({ balance: '0.00', items: 0, sales: 0 })
})

test('deleting an account is confirmed by email', async () => {
  const { w, mara } = await sellerFixture()

  await mara.call(deleteAccount, { body: { email, forfeitedBalance: '8.00' } })

  const [newest] = await w.mailbox.list()
  expect([newest?.to, newest?.subject]).toEqual([email, 'Your Tipdrop account has been deleted'])
})

test('an account with a payout in progress cannot be deleted', async () => {
  const { w, mara } = await sellerFixture()
  const entry = {
    kind: 'payout' as const,
    reference: 'payout/1',
    creatorId: mara.id,
    currency: 'USD',
    createdAt: w.clock.now(),
  }
  await w.db.insert(ledgerEntries).values([
    { ...entry, account: `creator_balance/${mara.id}`, amount: -800 },
    { ...entry, account: payoutsPayableAccount(mara.id), amount: 800 },
  ])

  const answer = await mara.call(deleteAccount, { body: { email } })

  expect([answer.status, answer.body]).toEqual([
    409,
    { code: 'conflict', message: expect.stringContaining('A payout is on its way to you.') },
  ])
})

test('deleting needs the right email and a recent sign-in', async () => {
  const { w, mara } = await sellerFixture()

  const wrong = await mara.call(deleteAccount, {
    body: { email: 'other@example.com', forfeitedBalance: '8.00' },
  })
  await w.expireRecentSignIns()
  const stale = await mara.call(deleteAccount, { body: { email, forfeitedBalance: '8.00' } })

  expect([wrong.status, wrong.body]).toEqual([
    400,
    expect.objectContaining({
      fields: { email: `Enter your email address, ${email}, to delete your account.` },
    }),
  ])
  expect([stale.status, stale.body]).toEqual([
    403,
    expect.objectContaining({ code: 'reauthentication_required' }),
  ])
  expect((await mara.call(getUser)).status).toBe(200)
})

test('the admin account cannot be deleted', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')

  const answer = await admin.call(deleteAccount, { body: { email: 'admin@example.com' } })

  expect(answer.status).toBe(409)
  expect((await admin.call(getUser)).status).toBe(200)
})

test('an email that is due after the deletion is not sent', async () => {
  const { w, mara } = await sellerFixture()
  await mara.call(deleteAccount, { body: { email, forfeitedBalance: '8.00' } })
  await w.runJobs()
  const [row] = await w.db.select().from(users).where(eq(users.id, mara.id))
  const [purchase] = await w.probe.purchases()
  const toBuyer = {
    channel: 'email' as const,
    kind: 'purchase_access',
    createdAt: w.clock.now(),
    nextAt: w.clock.now(),
    data: { purchaseId: purchase?.id ?? 0 },
  }
  await w.db.insert(deliveries).values([
    { ...toBuyer, id: 1, dedupeKey: 'a', target: 'fan@example.com' },
    { ...toBuyer, id: 2, dedupeKey: 'b', target: row?.email ?? '' },
  ])
  const before = await w.mailbox.list()

  await w.runJobs()

  const after = await w.mailbox.list()
  expect(after.slice(0, after.length - before.length).map(({ to }) => to)).toEqual(['fan@example.com'])
})
