import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type AccountRestriction, getConnectStatus, setPayoutMethod } from '../../../../contract/payouts.ts'
import { connectedAccountFixture } from '../../../../tests/support/connected-account-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { users } from '../../../db/schema/index.ts'

async function restrictedFixture() {
  const fixture = await connectedAccountFixture()
  const { w, mara } = fixture
  const [row] = await w.db.select().from(users).where(eq(users.id, mara.id))
  const accountId = row?.providerAccountId ?? ''
  await w.deliverWebhooks()
  const emailsSoFar = (await sentEmailsTo(w, 'mara@example.com')).length
  return {
    ...fixture,
    /** The provider restricts the account, or lifts that with null, and its webhooks arrive. */
    async restrict(restriction: AccountRestriction | null) {
      await w.sandbox.simulate.restrictAccount(accountId, restriction)
      await w.deliverWebhooks()
      await mara.call(getConnectStatus)
    },
    emails: async () => (await sentEmailsTo(w, 'mara@example.com')).slice(0, -emailsSoFar),
  }
}

test('a creator is emailed once why a restricted account cannot be paid, and what to do', async () => {
  const { restrict, emails } = await restrictedFixture()

  await restrict('transfers_inactive')
  const sent = await emails()

  expect(sent.map(({ subject }) => subject)).toEqual(['Transfers to your bank account are turned off'])
  expect(sent[0]?.text).toContain('The payment provider no longer accepts transfers for your account.')
  expect(sent[0]?.text).toContain('Your earnings stay in your balance.')
  expect(sent[0]?.text).toMatch(/Turn transfers on: \S+\/connect/)
})

test('each change of the restriction is one email, a review by the provider is none', async () => {
  const { restrict, emails } = await restrictedFixture()

  await restrict('in_review')
  const inReview = await emails()
  await restrict('details_missing')
  await emails()
  await restrict('rejected')
  await restrict('rejected')
  const subjects = (await emails()).map(({ subject }) => subject)

  expect(inReview).toEqual([])
  expect(subjects.toSorted()).toEqual([
    'The payment provider can no longer pay you',
    'Your bank account setup needs more details',
  ])
})

test('the email says where payouts go instead', async () => {
  const { mara, restrict, emails } = await restrictedFixture()
  await mara.call(setPayoutMethod, { body: { payoutMethod: 'paypal', payoutEmail: 'mara@paypal.example' } })
  await emails()

  await restrict('disconnected')
  const mail = (await emails()).find(({ subject }) => subject === 'Your bank account is disconnected')

  expect(mail?.text).toContain('Until that changes, your payouts go to PayPal, ')
  expect(mail?.text).not.toContain('mara@paypal.example')
})

test('a restriction that was lifted before the email went out is not announced', async () => {
  const { restrict, emails } = await restrictedFixture()

  await restrict('bank_account_missing')
  await restrict(null)

  expect((await emails()).map(({ subject }) => subject)).not.toContain('Your bank returned a payout')
})
