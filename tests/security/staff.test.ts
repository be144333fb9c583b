import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getUser } from '../../contract/accounts.ts'
import { listAuditLog } from '../../contract/admin-overview.ts'
import { api } from '../../contract/api.ts'
import { getAdminOverview } from '../../contract/inbox.ts'
import { limits } from '../../contract/limits.ts'
import type { Route } from '../../contract/route.ts'
import { createPasskeyOptions, removePasskey } from '../../contract/settings.ts'
import { passkeys, users } from '../../server/db/schema/index.ts'
import { resetPasskeys } from '../../server/features/people/accounts/reset-passkeys.ts'
import { requestFor, validFields } from '../support/request-builder.ts'
import { givePasskey } from '../support/software-passkey.ts'
import { createTestApp } from '../support/test-app.ts'

const sentence = 'Accountants can see everything here, but only an admin can do this.'
const adminRoutes = Object.entries(api).filter(([, { auth }]) => auth === 'admin')

test('an accountant may call every admin route that reads, and gets 403 with a sentence for every other', async () => {
  const w = await createTestApp()
  const books = await w.creator('books@example.com')
  await w.db.update(users).set({ role: 'accountant' }).where(eq(users.id, books.id))
  const item = await books.publishText()
  const known = { contentId: item.id, paymentIntentId: 'pi_1', clientSecret: 'x' }
  const outcomes: Record<string, Array<string>> = { reads: [], refused: [] }

  for (const [name, route] of adminRoutes) {
    const { url, payload, headers } = requestFor(route, validFields(route, known))
    const { statusCode, payload: text } = await books.send(route.method, url, {
      ...(payload !== undefined && { payload }),
      ...(headers && { headers }),
    })
    if (statusCode !== 403) outcomes.reads?.push(name)
    else if (JSON.parse(text).message === sentence) outcomes.refused?.push(name)
  }

  const isRead = (route: Route) => route.method === 'GET' && !route.isAdminOnly
  const names = (isListed: (route: Route) => boolean) =>
    adminRoutes.flatMap(([name, route]) => (isListed(route) ? [name] : []))
  expect(outcomes).toEqual({ reads: names(isRead), refused: names((route) => !isRead(route)) })
  expect(outcomes.refused).toContain('downloadPayoutBatch')
})

test('an admin with a passkey confirms a sign-in by code with it before the admin pages open', async () => {
  const w = await createTestApp()
  const before = await w.creator('admin@example.com')
  const key = await givePasskey(w, before.id)
  const admin = await w.creator('admin@example.com')

  const withCode = await admin.call(getAdminOverview)
  const signedIn = await key.signIn(admin)
  const confirmed = await admin.call(getAdminOverview)

  expect([withCode.status, withCode.body]).toMatchObject([
    403,
    {
      code: 'second_factor_required',
      message: 'Confirm with your passkey to continue.',
    },
  ])
  expect([signedIn.status, confirmed.status]).toEqual([200, 200])
  expect((await before.call(getAdminOverview)).status).toBe(403)
})

test('a confirmed browser that signs in by code again, for a recent sign-in, stays confirmed', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const key = await givePasskey(w, admin.id)
  await key.signIn(admin)

  const again = await w.signsIn(admin, 'admin@example.com')

  expect((await again.call(getAdminOverview)).status).toBe(200)
})

test('a browser whose confirmed session has ended confirms again', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const key = await givePasskey(w, admin.id)
  await key.signIn(admin)
  await w.probe.backdateSessions(w.clock.now(), limits.sessionTtlMs + 1)

  const again = await w.signsIn(admin, 'admin@example.com')

  expect((await again.call(getAdminOverview)).status).toBe(403)
})

test('another person’s passkey does not confirm an admin’s session', async () => {
  const w = await createTestApp()
  const owner = await w.creator('admin@example.com')
  await givePasskey(w, owner.id)
  const mara = await w.creator()
  const key = await givePasskey(w, mara.id)
  const admin = await w.creator('admin@example.com')

  await key.signIn(admin)

  expect((await admin.call(getUser)).body.email).toBe('mara@example.com')
  expect((await admin.call(getAdminOverview)).status).toBe(403)
})

test('a code alone can neither add nor remove the passkeys of an admin', async () => {
  const w = await createTestApp()
  const key = await givePasskey(w, (await w.creator('admin@example.com')).id)
  const thief = await w.creator('admin@example.com')

  const answers = [
    await thief.call(createPasskeyOptions),
    await thief.call(removePasskey, { params: { id: key.id } }),
  ]

  for (const { status, body } of answers)
    expect([status, body]).toMatchObject([403, { code: 'second_factor_required' }])
  expect(await w.db.select().from(passkeys)).toHaveLength(1)
})

test('a creator with a passkey needs no confirmation for their own pages', async () => {
  const w = await createTestApp()
  await givePasskey(w, (await w.creator()).id)
  const mara = await w.creator()

  expect((await mara.call(createPasskeyOptions)).status).toBe(200)
})

test('a reset of lost passkeys ends all sessions, and a code opens the admin pages again', async () => {
  const w = await createTestApp()
  const before = await w.creator('admin@example.com')
  const key = await givePasskey(w, before.id)
  await key.signIn(before)

  const count = await resetPasskeys(w.ports, 'Admin@example.com')
  await w.runJobs()
  const admin = await w.creator('admin@example.com')

  expect(count).toBe(1)
  expect((await before.call(getUser)).status).toBe(401)
  expect((await admin.call(listAuditLog)).body.entries).toMatchObject([
    { action: 'resetPasskeys', actorEmail: 'command on the server', target: `person/${before.id}` },
  ])
  expect((await w.mailbox.list()).map(({ subject }) => subject)).toContain('Your passkeys were removed')
  await expect(resetPasskeys(w.ports, 'nobody@example.com')).rejects.toThrow('No account has the email')
})
