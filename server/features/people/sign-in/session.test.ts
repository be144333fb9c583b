import { expect, test } from 'vitest'
import { getUser, requestSignInCode, signInWithCode } from '../../../../contract/accounts.ts'
import { latestSignInCode, signInAs } from '../../../../tests/support/test-app/creator-client.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { sessions } from '../../../db/schema/index.ts'

const email = 'mara@example.com'
const dayMs = 24 * 3_600_000

test('a session ends after thirty days, however often it was used', async () => {
  const w = await createTestApp()
  const mara = await w.creator(email)

  await w.probe.backdateSessions(w.clock.now(), 30 * dayMs)
  const lastDay = await mara.call(getUser)
  await w.probe.backdateSessions(w.clock.now(), 30 * dayMs + 1)
  const after = await mara.call(getUser)

  expect([lastDay.status, after.status]).toEqual([200, 401])
})

test('an expired session is rejected', async () => {
  const w = await createTestApp()
  const mara = await w.creator(email)
  await w.db.update(sessions).set({ expiresAt: new Date(Date.now() - 1) })

  expect((await mara.call(getUser)).status).toBe(401)
})

test('signing in again in the same browser ends the previous session', async () => {
  const w = await createTestApp()
  const mara = await w.creator(email)
  const copy = w.visitor()
  for (const [name, value] of mara.cookies) copy.cookies.set(name, value)

  await signInAs(mara, w.mailbox, email)

  expect((await copy.call(getUser)).status).toBe(401)
  expect((await mara.call(getUser)).status).toBe(200)
  expect(await w.db.select().from(sessions)).toHaveLength(1)
})

test('a failed sign-in ends no session', async () => {
  const w = await createTestApp()
  const mara = await w.creator(email)
  await mara.call(requestSignInCode, { body: { email } })
  const code = await latestSignInCode(w.mailbox, email)

  const wrong = await mara.call(signInWithCode, {
    body: { email, code: code.startsWith('1') ? '222 222' : '111 111' },
  })

  expect(wrong.status).toBe(400)
  expect((await mara.call(getUser)).status).toBe(200)
})
