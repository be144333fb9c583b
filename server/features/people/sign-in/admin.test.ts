import { expect, test } from 'vitest'
import { getUser } from '../../../../contract/accounts.ts'
import { getMonthlyReports } from '../../../../contract/admin-payouts.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

test.each(['admin@example.com', 'ADMIN@Example.com'])(
  '%s is the admin, regardless of case',
  async (email) => {
    const w = await createTestApp({ env: { ADMIN_EMAIL: email } })
    const admin = await w.creator('admin@example.com')

    const { body } = await admin.call(getUser)
    const { status } = await admin.call(getMonthlyReports)

    expect(body.isAdmin).toBe(true)
    expect(status).not.toBe(403)
  },
)

test.each([
  'admin+x@example.com',
  'admin@example.co',
  'xadmin@example.com',
  'admin@example.com.evil.example',
  'adm1n@example.com',
])('the similar email %s is not the admin', async (email) => {
  const w = await createTestApp()
  const other = await w.creator(email)

  expect((await other.call(getUser)).body.isAdmin).toBe(false)
  expect((await other.call(getMonthlyReports)).status).toBe(403)
})

test.each(['admın@example.com', 'ADMİN@example.com'])(
  'the look-alike email %s cannot sign in',
  async (email) => {
    const w = await createTestApp()

    const { statusCode } = await w.visitor().send('POST', '/api/login/code', { payload: { email } })

    expect(statusCode).toBe(400)
  },
)

test.each(['ａdmin@example.com', 'admin@example.com\u200b'])(
  'the code for %s is sent to the address in the form that we store, and to no other',
  async (email) => {
    const w = await createTestApp()

    await w.visitor().send('POST', '/api/login/code', { payload: { email } })

    expect((await w.mailbox.list()).map(({ to }) => to)).toEqual(['admin@example.com'])
  },
)

test('without ADMIN_EMAIL there is no admin', async () => {
  const w = await createTestApp({ env: { ADMIN_EMAIL: '' } })
  const other = await w.creator('admin@example.com')

  expect((await other.call(getUser)).body.isAdmin).toBe(false)
})

test.each([
  '/api/admin/monthly-reports',
  '/api/admin/monthly-reports/',
  '//api/admin/monthly-reports',
  '/api//admin/monthly-reports',
  '/API/ADMIN/monthly-reports',
  '/api/admin/..;/admin/monthly-reports',
  '/api/%61dmin/monthly-reports',
  '/api/admin/monthly-reports%00',
  '/api/admin/monthly-reports;x=1',
])('%s is forbidden for a creator', async (path) => {
  const w = await createTestApp()
  const creator = await w.creator()

  for (const method of ['GET', 'HEAD']) {
    const { statusCode } = await creator.send(method, path)
    expect([400, 403, 404]).toContain(statusCode)
  }
})
