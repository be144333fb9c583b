import { expect, test } from 'vitest'
import { endOtherSessions } from '../../../../contract/settings.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { knownBrowsers } from '../../../db/schema/index.ts'

const email = 'mara@example.com'
const subject = 'New sign-in to your account'

async function countNewBrowserEmails({ mailbox, runJobs }: TestApp): Promise<number> {
  await runJobs()
  return (await mailbox.list()).filter((sent) => sent.to === email && sent.subject === subject).length
}

test('the first sign-in to an account sends no email', async () => {
  const w = await createTestApp()
  await w.creator(email)

  expect(await countNewBrowserEmails(w)).toBe(0)
})

test('a sign-in from a new browser sends one email, with device and time', async () => {
  const w = await createTestApp()
  await w.creator(email)
  await w.creator(email)

  expect(await countNewBrowserEmails(w)).toBe(1)
  const [mail] = (await w.mailbox.list()).filter((email) => email.subject === subject)
  const { text } = (await w.mailbox.read(mail?.id ?? '')) ?? { text: '' }
  expect(text).toContain('from a new browser, Unknown device, on March 1, 2026')
  expect(text).toContain('http://localhost:3000/settings')
})

test('signing in again from a known browser sends no email', async () => {
  const w = await createTestApp()
  const visitor = w.visitor()
  await w.signsIn(visitor, email)
  await w.signsIn(w.visitor(), email)
  await w.signsIn(visitor, email)

  expect(await countNewBrowserEmails(w)).toBe(1)
})

test('signing out everywhere else deletes the other known browsers', async () => {
  const w = await createTestApp()
  const mara = await w.creator(email)
  await w.creator(email)

  await mara.call(endOtherSessions)

  expect(await w.db.select().from(knownBrowsers)).toHaveLength(1)
})
