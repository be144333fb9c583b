import { expect, test } from 'vitest'
import {
  inviteCreators,
  listCreatorInvitations,
  requestSignInCode,
  signInWithCode,
  withdrawCreatorInvitation,
} from '../../../../contract/accounts.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { users } from '../../../db/schema/index.ts'

/** The answer to a person who enters the code that was emailed to them. */
async function signsUp(w: TestApp, email: string) {
  const visitor = w.visitor()
  await visitor.call(requestSignInCode, { body: { email } })
  const mails = await sentEmailsTo(w, email)
  const code = mails
    .map(({ subject }) => /^(\d{3}) (\d{3}) is/.exec(subject))
    .flatMap((match) => (match ? [`${match[1]}${match[2]}`] : []))
    .at(0)
  return visitor.call(signInWithCode, { body: { email, code } })
}

test('while sign-up is closed, only existing accounts and the admin can sign in', async () => {
  const w = await createTestApp({ env: { SIGN_UP: 'closed' } })

  const refused = await signsUp(w, 'new@example.com')
  const admin = await signsUp(w, 'admin@example.com')

  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({ message: 'This site isn’t taking new accounts right now.' })
  expect(admin.status).toBe(200)
  expect((await w.db.select().from(users)).map(({ email }) => email)).toEqual(['admin@example.com'])
})

test('closing sign-up does not lock out a creator', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  await w.creator('mara@example.com')
  await admin.call(updateInstanceSettings, { body: { signUp: 'closed' } })
  w.clock.advance(60_000)

  expect((await signsUp(w, 'mara@example.com')).status).toBe(200)
})

test('while sign-up is by invitation, an invited address gets an email and can create an account', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  await admin.call(updateInstanceSettings, { body: { signUp: 'invited' } })
  await admin.call(inviteCreators, { body: { emails: ['Lena@Example.com', 'lena@example.com'] } })
  await admin.call(inviteCreators, { body: { emails: ['lena@example.com'] } })

  const invited = await sentEmailsTo(w, 'lena@example.com')
  const refused = await signsUp(w, 'new@example.com')
  const accepted = await signsUp(w, 'lena@example.com')

  expect(invited.map(({ subject }) => subject)).toEqual(['You’re invited to sell on Tipdrop'])
  expect([refused.status, accepted.status]).toEqual([403, 200])
  expect((await admin.call(listCreatorInvitations)).body.invitations).toMatchObject([
    { email: 'lena@example.com', invitedBy: 'admin@example.com', acceptedAt: expect.any(String) },
  ])
})

test('a withdrawn invitation is not accepted', async () => {
  const w = await createTestApp({ env: { SIGN_UP: 'invited' } })
  const admin = await w.creator('admin@example.com')
  const { body } = await admin.call(inviteCreators, { body: { emails: ['lena@example.com'] } })

  await admin.call(withdrawCreatorInvitation, { params: { id: body.invitations[0]?.id ?? 0 } })

  expect((await signsUp(w, 'lena@example.com')).status).toBe(403)
})
