import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getUser } from '../../../../contract/accounts.ts'
import { listAuditLog } from '../../../../contract/admin-overview.ts'
import { getAdminOverview } from '../../../../contract/inbox.ts'
import { deleteAccount } from '../../../../contract/settings.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { users } from '../../../db/schema/index.ts'
import { claimOwnership, transferOwnership } from './ownership.ts'

const adminEmail = 'admin@example.com'
const setEmail = (w: TestApp, id: string, email: string) =>
  w.db.update(users).set({ email }).where(eq(users.id, id))

test('the first account with the verified ADMIN_EMAIL owns the site, and a later one with it does not', async () => {
  const w = await createTestApp()
  const owner = await w.creator(adminEmail)
  await setEmail(w, owner.id, 'moved@example.com')

  const thief = await w.creator(adminEmail)
  await claimOwnership(w.ports)

  expect(thief.id).not.toBe(owner.id)
  expect((await thief.call(getUser)).body).toMatchObject({ isAdmin: false, role: null })
  expect((await thief.call(getAdminOverview)).status).toBe(403)
  expect((await owner.call(getUser)).body).toMatchObject({ isAdmin: true, email: 'moved@example.com' })
})

test('another ADMIN_EMAIL moves no role once there is an owner', async () => {
  const w = await createTestApp()
  const owner = await w.creator(adminEmail)
  Object.assign(w.ports.config, { adminEmail: 'mara@example.com' })

  const mara = await w.creator()
  await claimOwnership(w.ports)

  expect((await mara.call(getUser)).body.role).toBeNull()
  expect((await owner.call(getUser)).body.role).toBe('admin')
})

test('with closed sign-up, ADMIN_EMAIL creates an account only until the site has an owner', async () => {
  const w = await createTestApp({ env: { SIGN_UP: 'closed' } })
  const owner = await w.creator(adminEmail)
  await setEmail(w, owner.id, 'moved@example.com')

  await expect(w.creator(adminEmail)).rejects.toThrow('isn’t taking new accounts')
})

test('a start claims the site for the account that has signed in with ADMIN_EMAIL before', async () => {
  const w = await createTestApp()
  const owner = await w.creator(adminEmail)
  await w.db.update(users).set({ isOwner: false })
  const before = (await owner.call(getUser)).body.role

  await Promise.all([claimOwnership(w.ports), claimOwnership(w.ports)])

  expect([before, (await owner.call(getUser)).body.role]).toEqual([null, 'admin'])
})

test.each([{ emailVerified: false }, { suspendedAt: new Date() }, { deletedAt: new Date() }])(
  'an account with %j claims nothing',
  async (state) => {
    const w = await createTestApp({ env: { ADMIN_EMAIL: '' } })
    await w.creator(adminEmail)
    await w.db.update(users).set(state)
    Object.assign(w.ports.config, { adminEmail })

    await claimOwnership(w.ports)

    expect((await w.db.select().from(users)).map(({ isOwner }) => isOwner)).toEqual([false])
  },
)

test('the command on the server makes another account the owner; the former one stays an admin', async () => {
  const w = await createTestApp()
  const [owner, mara] = [await w.creator(adminEmail), await w.creator()]

  await transferOwnership(w.ports, 'Mara@example.com')
  await w.runJobs()

  const staff = (await w.db.select().from(users)).filter(({ isOwner }) => isOwner)
  expect(staff.map(({ id }) => id)).toEqual([mara.id])
  expect((await mara.call(getUser)).body.role).toBe('admin')
  expect((await owner.call(getUser)).body.role).toBe('admin')
  expect((await mara.call(listAuditLog)).body.entries).toMatchObject([
    { action: 'transferOwnership', actorEmail: 'command on the server', target: `person/${mara.id}` },
  ])
  const told = (await w.mailbox.list()).filter(({ subject }) => subject.endsWith('has a new owner'))
  expect(told.map(({ to }) => to).toSorted()).toEqual([adminEmail, 'mara@example.com'])
  await expect(transferOwnership(w.ports, 'nobody@example.com')).rejects.toThrow('No account has the email')
})

test('the owner’s account can’t be deleted', async () => {
  const w = await createTestApp()
  const owner = await w.creator(adminEmail)

  expect((await owner.call(deleteAccount, { body: { email: adminEmail } })).status).toBe(409)
})
