import { expect, test } from 'vitest'
import { getUser } from '../../../../contract/accounts.ts'
import { listAuditLog, suspendCreator } from '../../../../contract/admin-overview.ts'
import {
  changePersonRole,
  invitePerson,
  listPeople,
  removePerson,
  withdrawInvitation,
} from '../../../../contract/admin-people.ts'
import { deleteAccount } from '../../../../contract/settings.ts'
import { givePasskey } from '../../../../tests/support/software-passkey.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { users } from '../../../db/schema/index.ts'

const accountant = { email: 'Books@Example.com', role: 'accountant' }

async function setup() {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  return {
    w,
    admin,
    invite: (body: object) => admin.call(invitePerson, { body }),
    people: async () =>
      (await admin.call(listPeople)).body.people.map(({ email, role }) => `${role} ${email}`),
  }
}

test('an invited email becomes an accountant at its first sign-in, and gets an email', async () => {
  const { w, admin, invite, people } = await setup()
  const { body } = await invite(accountant)
  await w.runJobs()
  const books = await w.creator('books@example.com')

  const { body: user } = await books.call(getUser)
  const seen = await books.call(listPeople)
  const acted = await books.call(invitePerson, { body: { email: 'x@example.com', role: 'admin' } })

  expect(body.invitations).toEqual([
    { email: 'books@example.com', role: 'accountant', expiresAt: '2026-03-15T12:00:00.000Z' },
  ])
  expect(user).toMatchObject({ isAdmin: false, role: 'accountant' })
  expect(seen.status).toBe(200)
  expect([acted.status, acted.body]).toMatchObject([
    403,
    { message: 'Accountants can see everything here, but only an admin can do this.' },
  ])
  expect(await people()).toEqual(['admin admin@example.com', 'accountant books@example.com'])
  expect((await admin.call(listPeople)).body.invitations).toEqual([])
  const email = (await w.mailbox.list()).find(({ to }) => to === 'books@example.com' && true)
  expect((await w.mailbox.list()).map(({ subject }) => subject)).toContain('You’re now an accountant')
  expect(email).toBeDefined()
})

test('an existing account gets its role at once', async () => {
  const { w, invite } = await setup()
  const mara = await w.creator()

  await invite({ email: 'mara@example.com', role: 'admin' })

  expect((await mara.call(getUser)).body).toMatchObject({ isAdmin: true, role: 'admin' })
})

test('a withdrawn or expired invitation gives no role', async () => {
  const { w, admin, invite } = await setup()
  await invite(accountant)
  await admin.call(withdrawInvitation, { params: { email: 'books@example.com' } })
  await invite({ email: 'late@example.com', role: 'admin' })
  w.clock.advance(15 * 24 * 3_600_000)

  const books = await w.creator('books@example.com')
  const late = await w.creator('late@example.com')

  expect((await books.call(getUser)).body.role).toBeNull()
  expect((await late.call(getUser)).body.role).toBeNull()
})

test('a removed person is out at once, and an email says so', async () => {
  const { w, admin, invite } = await setup()
  const mara = await w.creator()
  await invite({ email: 'mara@example.com', role: 'admin' })

  await admin.call(removePerson, { params: { id: mara.id } })
  await w.runJobs()

  expect((await mara.call(listPeople)).status).toBe(403)
  expect((await w.mailbox.list()).map(({ subject }) => subject)).toContain(
    'Your access to the admin pages has ended',
  )
})

test('the owner can be neither removed nor changed', async () => {
  const { w, admin, invite } = await setup()
  const mara = await w.creator()
  await invite({ email: 'mara@example.com', role: 'admin' })
  const params = { id: admin.id }

  const answers = [
    await mara.call(removePerson, { params }),
    await mara.call(changePersonRole, { params, body: { role: 'accountant' } }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([409, 409])
  expect((await admin.call(getUser)).body.isAdmin).toBe(true)
})

test('without an owner, of two admins who remove each other at once one stays', async () => {
  const { w, invite } = await setup()
  const [mara, jonas] = [await w.creator(), await w.creator('jonas@example.com')]
  for (const email of ['mara@example.com', 'jonas@example.com']) await invite({ email, role: 'admin' })
  await w.db.update(users).set({ isOwner: false })

  const answers = await Promise.all([
    mara.call(removePerson, { params: { id: jonas.id } }),
    jonas.call(removePerson, { params: { id: mara.id } }),
  ])
  const roles = await Promise.all([mara, jonas].map(async (who) => (await who.call(getUser)).body.role))

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  expect(roles.toSorted()).toEqual(['admin', null])
})

test('an admin can be suspended or deleted only after the role is gone', async () => {
  const { w, admin, invite } = await setup()
  const mara = await w.creator()
  await invite({ email: 'mara@example.com', role: 'admin' })

  const suspended = await admin.call(suspendCreator, { params: { id: mara.id }, body: { reason: 'x' } })
  const deleted = await mara.call(deleteAccount, { body: { email: 'mara@example.com' } })

  expect([suspended.status, deleted.status]).toEqual([409, 409])
})

test('the list says who has a passkey', async () => {
  const { w, admin, invite } = await setup()
  const books = await w.creator('books@example.com')
  await invite(accountant)

  await givePasskey(w, books.id)

  const { people } = (await admin.call(listPeople)).body
  expect(people.map(({ email, hasPasskey }) => [email, hasPasskey])).toEqual([
    ['admin@example.com', false],
    ['books@example.com', true],
  ])
})

test('changes need a recent sign-in and are in the audit log', async () => {
  const { w, admin, invite } = await setup()
  const mara = await w.creator()
  await invite({ email: 'mara@example.com', role: 'admin' })
  await admin.call(changePersonRole, { params: { id: mara.id }, body: { role: 'accountant' } })
  await admin.call(removePerson, { params: { id: mara.id } })
  await w.expireRecentSignIns()

  const stale = await invite(accountant)

  expect([stale.status, stale.body]).toMatchObject([403, { code: 'reauthentication_required' }])
  expect((await admin.call(listAuditLog)).body.entries).toMatchObject([
    { action: 'removePerson', oldValues: { email: 'mara@example.com', role: 'accountant' } },
    { action: 'changePersonRole', oldValues: { role: 'admin' }, newValues: { role: 'accountant' } },
    { action: 'invitePerson', newValues: { email: 'mara@example.com', role: 'admin' } },
  ])
})
