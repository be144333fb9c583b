import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createPasskeySignInOptions, getUser, signInWithPasskey } from '../../contract/accounts.ts'
import { api } from '../../contract/api.ts'
import { getAdminOverview } from '../../contract/inbox.ts'
import { getInstance } from '../../contract/instance.ts'
import {
  addPasskey,
  createPasskeyOptions,
  listPasskeys,
  removePasskey,
  requestEmailChange,
} from '../../contract/settings.ts'
import { sessions, users } from '../../server/db/schema/index.ts'
import { requestFor, validFields } from '../support/request-builder.ts'
import { givePasskey, registerPasskey } from '../support/software-passkey.ts'
import { createTestApp } from '../support/test-app.ts'

const accountRoutes = Object.entries(api).filter(([, { auth }]) => auth === 'creator' || auth === 'admin')
const openRoutes = ['getUser']
const subjectsOf = (mails: Array<{ to: string; subject: string }>, email: string) =>
  mails.filter(({ to }) => to === email).map(({ subject }) => subject)

test.each(['admin', 'accountant'] as const)(
  'an %s with a passkey who signed in by code may call the listed routes only',
  async (role) => {
    const w = await createTestApp()
    const email = role === 'admin' ? 'admin@example.com' : 'books@example.com'
    const before = await w.creator(email)
    if (role === 'accountant') await w.db.update(users).set({ role }).where(eq(users.id, before.id))
    const item = await before.publishText()
    await givePasskey(w, before.id)
    const thief = await w.creator(email)
    const known = { contentId: item.id, paymentIntentId: 'pi_1', clientSecret: 'x' }
    const open: Array<string> = []

    for (const [name, route] of accountRoutes) {
      const { url, payload, headers } = requestFor(route, validFields(route, known))
      const { statusCode, payload: text } = await thief.send(route.method, url, {
        ...(payload !== undefined && { payload }),
        ...(headers && { headers }),
      })
      if (statusCode !== 403 || JSON.parse(text).code !== 'second_factor_required') open.push(name)
    }

    expect(open).toEqual(openRoutes)
    expect(accountRoutes.length).toBeGreaterThan(100)
    expect(await w.db.select().from(sessions).where(eq(sessions.userId, before.id))).toHaveLength(2)
  },
)

test('until the passkey confirms the session it has no role, and public routes still work', async () => {
  const w = await createTestApp()
  const key = await givePasskey(w, (await w.creator('admin@example.com')).id)
  const admin = await w.creator('admin@example.com')

  const waiting = (await admin.call(getUser)).body
  const publicStatus = (await admin.call(getInstance)).status
  const { body: signedIn } = await key.signIn(admin)
  const confirmed = (await admin.call(getUser)).body

  expect(waiting).toMatchObject({ isAdmin: false, role: null, needsSecondFactor: true })
  expect(publicStatus).toBe(200)
  for (const user of [signedIn, confirmed])
    expect(user).toMatchObject({ isAdmin: true, role: 'admin', needsSecondFactor: false })
})

test('staff keep at least one passkey, also when two requests remove the last two', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const [first, second] = [await givePasskey(w, admin.id), await givePasskey(w, admin.id)]
  await first.signIn(admin)
  const thief = await w.creator('admin@example.com')

  const answers = await Promise.all(
    [first, second].map(({ id }) => admin.call(removePasskey, { params: { id } })),
  )

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await admin.call(listPasskeys)).body).toHaveLength(1)
  expect((await thief.call(getAdminOverview)).status).toBe(403)
})

test('a removed passkey is emailed', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const key = await givePasskey(w, mara.id)

  const { status } = await mara.call(removePasskey, { params: { id: key.id } })
  await w.runJobs()

  expect(status).toBe(200)
  expect(subjectsOf(await w.mailbox.list(), 'mara@example.com')).toContain(
    'A passkey was removed from your account',
  )
})

test('a passkey is registered only when the browser has verified the person', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const register = async (isVerified: boolean) => {
    const { body } = await mara.call(createPasskeyOptions)
    const response = registerPasskey(body.challenge, { isVerified })
    return mara.call(addPasskey, { body: { name: 'Phone', response } })
  }

  const unverified = await register(false)
  const verified = await register(true)
  await w.runJobs()

  expect([unverified.status, verified.status]).toEqual([400, 200])
  expect(verified.body.map(({ name }) => name)).toEqual(['Phone'])
  expect(subjectsOf(await w.mailbox.list(), 'mara@example.com')).toContain(
    'A passkey was added to your account',
  )
})

test('a passkey that counts backwards is refused, logged, and emailed once a day', async () => {
  const lines: Array<string> = []
  const w = await createTestApp({ logTo: (line) => void lines.push(line) })
  const mara = await w.creator()
  const key = await givePasskey(w, mara.id, { counter: 5 })
  const thief = w.visitor()

  const statuses: Array<number> = []
  for (const counter of [4, 5]) {
    const { body } = await thief.call(createPasskeySignInOptions)
    const response = key.assertion(body.challenge, { counter })
    statuses.push((await thief.call(signInWithPasskey, { body: { response } })).status)
  }
  await w.runJobs()

  expect(statuses).toEqual([400, 400])
  expect(
    subjectsOf(await w.mailbox.list(), 'mara@example.com').filter((text) => text.includes('refused')),
  ).toEqual(['We refused a passkey of your account'])
  expect(lines.filter((line) => line.includes('may have been copied'))).not.toEqual([])
})

test('an admin who confirmed the session may change the email and stays the admin', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const key = await givePasskey(w, admin.id)
  await key.signIn(admin)

  expect((await admin.call(requestEmailChange, { body: { email: 'new@example.com' } })).status).toBe(200)
})
