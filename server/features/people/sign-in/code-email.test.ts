import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { requestSignInCode, signInWithCode } from '../../../../contract/accounts.ts'
import { confirmEmailChange, requestEmailChange } from '../../../../contract/settings.ts'
import { latestSignInCode } from '../../../../tests/support/test-app/creator-client.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { deliveries, signInCodes } from '../../../db/schema/index.ts'
import { removeExpiredCodes, sendNow } from './codes.ts'

const email = 'mara@example.com'

/** Stops the mail server until the returned function is called. */
function stopMailServer({ ports }: TestApp): () => void {
  const { send } = ports.mailer
  ports.mailer.send = async () => {
    throw new Error('connect ECONNREFUSED')
  }
  return () => {
    ports.mailer.send = send
  }
}

const inbox = async ({ mailbox }: TestApp, to: string) =>
  (await mailbox.list()).filter((email) => email.to === to)

test('a sign-in code requested while the mail server is down arrives after its return and works', async () => {
  const w = await createTestApp()
  const mara = w.visitor()
  const restart = stopMailServer(w)

  const requested = await mara.call(requestSignInCode, { body: { email } })
  expect([requested.status, requested.body]).toEqual([200, { sent: false }])
  w.clock.advance(2_000)
  await w.runJobs()
  restart()
  w.clock.advance(9 * 60_000)
  await w.runJobs()

  const code = await latestSignInCode(w.mailbox, email)
  expect((await mara.call(signInWithCode, { body: { email, code } })).status).toBe(200)
})

test('with a working mail server, a sign-in code is sent once, before the response', async () => {
  const w = await createTestApp()

  const requested = await w.visitor().call(requestSignInCode, { body: { email } })
  expect(await inbox(w, email)).toHaveLength(1)
  w.clock.advance(5_000)
  await w.runJobs()

  expect(requested.body).toEqual({ sent: true })
  expect(await inbox(w, email)).toHaveLength(1)
})

test('an expired sign-in code is dropped, not sent late', async () => {
  const w = await createTestApp()
  const restart = stopMailServer(w)
  await w.visitor().call(requestSignInCode, { body: { email } })
  restart()
  w.clock.advance(10 * 60_000)

  await w.runJobs()

  expect(await inbox(w, email)).toEqual([])
  expect(await w.db.select().from(deliveries)).toMatchObject([{ state: 'dropped', sentAt: null, data: {} }])
})

test('a replaced sign-in code is dropped', async () => {
  const w = await createTestApp()
  const mara = w.visitor()
  const restart = stopMailServer(w)
  await mara.call(requestSignInCode, { body: { email } })
  restart()
  await mara.call(requestSignInCode, { body: { email } })

  w.clock.advance(2_000)
  await w.runJobs()

  expect(await inbox(w, email)).toHaveLength(1)
})

test('a waiting code is encrypted in the database and removed once sent', async () => {
  const w = await createTestApp()
  const restart = stopMailServer(w)
  await w.visitor().call(requestSignInCode, { body: { email } })
  const [waiting] = await w.db.select().from(deliveries)
  restart()
  w.clock.advance(2_000)
  await w.runJobs()
  const code = (await latestSignInCode(w.mailbox, email)).replace(' ', '')

  expect(waiting?.data).toEqual({
    codeEncrypted: expect.stringMatching(/^[0-9a-f]{40,}$/),
    device: 'Unknown device',
  })
  expect(JSON.stringify(waiting)).not.toContain(code)
  expect((await w.db.select().from(deliveries)).map(({ data }) => data)).toEqual([{}])
})

test('an unresponsive mail server delays the response only up to the timeout', async () => {
  const w = await createTestApp()
  w.ports.mailer.send = () => new Promise(() => undefined)
  const [id] = await w.db
    .insert(deliveries)
    .values({
      channel: 'email',
      kind: 'email_changed',
      dedupeKey: 'x',
      target: email,
      data: {},
      nextAt: w.clock.now(),
      createdAt: w.clock.now(),
    })
    .returning({ id: deliveries.id })

  expect(await sendNow(w.ports, [id?.id ?? 0], { timeoutMs: 10 })).toBe(false)
})

test('email change codes requested while the mail server is down arrive after its return and work', async () => {
  const w = await createTestApp()
  const mara = await w.creator(email)
  const restart = stopMailServer(w)
  const requested = await mara.call(requestEmailChange, { body: { email: 'mara@new.example' } })
  restart()
  w.clock.advance(2_000)
  await w.runJobs()

  const confirmed = await mara.call(confirmEmailChange, {
    body: {
      oldCode: await latestSignInCode(w.mailbox, email),
      newCode: await latestSignInCode(w.mailbox, 'mara@new.example'),
    },
  })

  expect([requested.status, confirmed.status]).toEqual([200, 200])
  expect((await inbox(w, email))[0]?.subject).toBe('Your email address was changed')
})

test('an expired email change code is dropped, not sent late', async () => {
  const w = await createTestApp()
  const mara = await w.creator(email)
  const restart = stopMailServer(w)
  await mara.call(requestEmailChange, { body: { email: 'mara@new.example' } })
  restart()
  w.clock.advance(30 * 60_000)

  await w.runJobs()

  expect(await inbox(w, 'mara@new.example')).toEqual([])
})

test('expired codes and their emails are deleted from the database a day later', async () => {
  const w = await createTestApp()
  await w.visitor().call(requestSignInCode, { body: { email } })

  w.clock.advance(23 * 3_600_000)
  await removeExpiredCodes(w.ports)
  expect(await w.db.select().from(signInCodes)).toHaveLength(1)
  w.clock.advance(2 * 3_600_000)
  await removeExpiredCodes(w.ports)

  expect(await w.db.select().from(signInCodes)).toEqual([])
  expect(await w.db.select().from(deliveries).where(eq(deliveries.kind, 'sign_in_code'))).toEqual([])
})
