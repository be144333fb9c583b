import { expect, test } from 'vitest'
import { getUser, requestSignInCode } from '../../../../contract/accounts.ts'
import {
  cancelEmailChange,
  confirmEmailChange,
  getAccount,
  requestEmailChange,
} from '../../../../contract/settings.ts'
import { latestSignInCode } from '../../../../tests/support/test-app/creator-client.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { emailChangeRequests, oauthAccounts, sessions } from '../../../db/schema/index.ts'

const oldEmail = 'mara@example.com'
const newEmail = 'mara@new.example'

async function requestedChange(to = newEmail) {
  const w = await createTestApp()
  const mara = await w.creator(oldEmail)
  const response = await mara.call(requestEmailChange, { body: { email: to } })
  return { w, mara, response }
}

async function codes(w: TestApp, to = newEmail) {
  return {
    oldCode: await latestSignInCode(w.mailbox, oldEmail),
    newCode: await latestSignInCode(w.mailbox, to),
  }
}

const wrongCodeFor = (code: string) => (code.startsWith('1') ? '222 222' : '111 111')

test('with both codes the account gets the new email', async () => {
  const { w, mara, response } = await requestedChange()

  const waiting = response.body
  const changed = await mara.call(confirmEmailChange, { body: await codes(w) })

  expect(waiting.emailChange).toEqual({ email: newEmail, expiresAt: '2026-03-01T12:30:00.000Z' })
  expect([changed.status, changed.body.email]).toEqual([200, newEmail])
  expect((await mara.call(getUser)).body.email).toBe(newEmail)
  expect((await mara.call(getAccount)).body.emailChange).toBeNull()
  expect((await w.creator(newEmail)).id).toBe(mara.id)
})

test.each(['oldCode', 'newCode'] as const)('without the right %s nothing changes', async (side) => {
  const { w, mara } = await requestedChange()
  const enteredCodes = await codes(w)

  const response = await mara.call(confirmEmailChange, {
    body: { ...enteredCodes, [side]: wrongCodeFor(enteredCodes[side]) },
  })

  expect(response.status).toBe(400)
  expect(response.body).toMatchObject({ fields: { [side]: expect.stringContaining('isn’t right') } })
  expect((await mara.call(getUser)).body.email).toBe(oldEmail)
})

test('the code of one email does not work for the other', async () => {
  const { w, mara } = await requestedChange()
  const { oldCode, newCode } = await codes(w)

  const response = await mara.call(confirmEmailChange, { body: { oldCode: newCode, newCode: oldCode } })

  expect(response.status).toBe(400)
})

test('after five wrong attempts the right codes are rejected too', async () => {
  const { w, mara } = await requestedChange()
  const enteredCodes = await codes(w)
  const wrongCodes = {
    oldCode: wrongCodeFor(enteredCodes.oldCode),
    newCode: wrongCodeFor(enteredCodes.newCode),
  }
  await Promise.all([1, 2, 3, 4, 5].map(() => mara.call(confirmEmailChange, { body: wrongCodes })))

  const response = await mara.call(confirmEmailChange, { body: enteredCodes })

  expect(response.status).toBe(409)
  expect((await mara.call(getUser)).body.email).toBe(oldEmail)
})

test('codes expire after thirty minutes', async () => {
  const { w, mara } = await requestedChange()
  w.clock.advance(30 * 60_000)

  const response = await mara.call(confirmEmailChange, { body: await codes(w) })

  expect([response.status, response.body]).toEqual([
    409,
    { code: 'conflict', message: 'These codes have expired. Request new ones.' },
  ])
})

test('an email change ends all other sessions and removes linked OpenID accounts', async () => {
  const { w, mara } = await requestedChange()
  const enteredCodes = await codes(w)
  const otherSession = await w.creator(oldEmail)
  await w.db.insert(oauthAccounts).values({ id: 'i', accountId: 'sub', providerId: 'oidc', userId: mara.id })

  await mara.call(confirmEmailChange, { body: enteredCodes })

  expect((await otherSession.call(getUser)).status).toBe(401)
  expect((await mara.call(getUser)).status).toBe(200)
  expect(await w.db.select().from(oauthAccounts)).toEqual([])
  expect(await w.db.select().from(sessions)).toHaveLength(1)
})

test('the old email is notified of the change', async () => {
  const { w, mara } = await requestedChange()

  await mara.call(confirmEmailChange, { body: await codes(w) })

  const notices = (await w.mailbox.list()).filter(
    ({ subject }) => subject === 'Your email address was changed',
  )
  expect(notices.map(({ to }) => to)).toEqual([oldEmail])
})

test('a taken email gets the same response as a free one, and only its owner is notified', async () => {
  const w = await createTestApp()
  await w.creator('nils@example.com')
  const mara = await w.creator(oldEmail)

  const taken = await mara.call(requestEmailChange, { body: { email: 'Nils@example.com' } })

  expect([taken.status, taken.body.emailChange?.email]).toEqual([200, 'nils@example.com'])
  const [mail] = (await w.mailbox.list()).filter(({ to }) => to === 'nils@example.com')
  expect(mail?.subject).toBe('Someone tried to use your email address')
  expect(mail?.subject).not.toMatch(/\d{3} \d{3}/)
})

test('an email that was taken in the meantime stays with its owner', async () => {
  const { w, mara } = await requestedChange()
  const enteredCodes = await codes(w)
  const nils = await w.creator(newEmail)

  const response = await mara.call(confirmEmailChange, { body: enteredCodes })

  expect(response.status).toBe(409)
  expect((await nils.call(getUser)).body).toMatchObject({ id: Number(nils.id), email: newEmail })
})

test('the admin’s email makes an admin only with the code sent to it', async () => {
  const { w, mara } = await requestedChange('ADMIN@example.com')
  const { oldCode, newCode } = await codes(w, 'admin@example.com')

  const guessed = await mara.call(confirmEmailChange, { body: { oldCode, newCode: wrongCodeFor(newCode) } })

  expect(guessed.status).toBe(400)
  expect((await mara.call(getUser)).body.isAdmin).toBe(false)
})

test('a change needs a recent sign-in', async () => {
  const w = await createTestApp()
  const mara = await w.creator(oldEmail)
  await w.expireRecentSignIns()

  const response = await mara.call(requestEmailChange, { body: { email: newEmail } })
  const again = await w.creator(oldEmail)
  const repeated = await again.call(requestEmailChange, { body: { email: newEmail } })

  expect([response.status, response.body]).toEqual([
    403,
    { code: 'reauthentication_required', message: 'Please sign in again to do this.' },
  ])
  expect(repeated.status).toBe(200)
})

test('a newer change replaces the older one, and a canceled one is deleted', async () => {
  const { w, mara } = await requestedChange()
  const first = await codes(w)

  await mara.call(requestEmailChange, { body: { email: 'third@example.com' } })
  const stale = await mara.call(confirmEmailChange, { body: first })
  const canceled = await mara.call(cancelEmailChange)

  expect(stale.status).toBe(400)
  expect(canceled.body.emailChange).toBeNull()
  expect(await w.db.select().from(emailChangeRequests)).toEqual([])
})

test('codes are stored as hashes', async () => {
  const { w } = await requestedChange()
  const { oldCode, newCode } = await codes(w)

  const storedText = JSON.stringify(await w.db.select().from(emailChangeRequests))

  expect(storedText).not.toContain(oldCode.replace(' ', ''))
  expect(storedText).not.toContain(newCode.replace(' ', ''))
})

test('the current email and an invalid one are rejected', async () => {
  const w = await createTestApp()
  const mara = await w.creator(oldEmail)

  for (const email of [oldEmail, 'MARA@example.com'])
    expect((await mara.call(requestEmailChange, { body: { email } })).body).toMatchObject({
      fields: { email: 'That’s already your email address.' },
    })
  for (const email of ['a@b.c\r\nbcc: evil@example.com', 'admın@example.com', 'mara', ''])
    expect((await mara.call(requestEmailChange, { body: { email } })).status, email).toBe(400)
})

test('at most five emails are sent in ten minutes, including sign-in codes', async () => {
  const w = await createTestApp()
  const mara = await w.creator(oldEmail)
  const visitor = w.visitor()
  for (let i = 0; i < 3; i++) await visitor.call(requestSignInCode, { body: { email: newEmail } })

  const statuses: Array<number> = []
  for (let i = 0; i < 3; i++)
    statuses.push((await mara.call(requestEmailChange, { body: { email: newEmail.toUpperCase() } })).status)

  expect(statuses).toEqual([200, 200, 429])
})
