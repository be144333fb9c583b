import { expect, test } from 'vitest'
import { inviteCreators, withdrawCreatorInvitation } from '../../../../contract/accounts.ts'
import { invitePerson, withdrawInvitation } from '../../../../contract/admin-people.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { restoreAccess, revokeAccess } from '../../../../contract/sales.ts'
import { createTestPurchaseForm } from '../../../../contract/test-purchases.ts'
import { saleFixture } from '../../../../tests/support/sale-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const stranger = 'lena@example.com'

test('an address that is invited and withdrawn again and again gets five emails a day', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const statuses: Array<number> = []
  for (let i = 0; i < 6; i++) {
    const { status, body } = await admin.call(inviteCreators, { body: { emails: [stranger] } })
    statuses.push(status)
    if (status === 200)
      await admin.call(withdrawCreatorInvitation, { params: { id: body.invitations[0]?.id ?? 0 } })
  }

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(await sentEmailsTo(w, stranger)).toHaveLength(5)
})

test('an address that is invited to the admin pages again and again gets five emails a day', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const statuses: Array<number> = []
  for (let i = 0; i < 6; i++) {
    statuses.push((await admin.call(invitePerson, { body: { email: stranger, role: 'accountant' } })).status)
    await admin.call(withdrawInvitation, { params: { email: stranger } })
  }

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(await sentEmailsTo(w, stranger)).toHaveLength(5)
})

test('a buyer whose access is revoked and restored again and again gets 20 emails a day', {
  tags: ['long'],
}, async () => {
  const { w, creator, params } = await saleFixture()
  const statuses: Array<number> = []
  for (let i = 0; i < 21; i++) {
    statuses.push((await creator.call(revokeAccess, { params, body: { reason: 'x' } })).status)
    await w.runJobs()
    await creator.call(restoreAccess, { params })
    w.clock.advance(1_000)
  }

  expect(statuses).toEqual([...Array(20).fill(200), 429])
  const told = (await sentEmailsTo(w, 'fan@example.com')).filter(({ subject }) =>
    subject.startsWith('You no longer have access'),
  )
  expect(told).toHaveLength(20)
})

test('a sale is refunded in at most 20 parts a day', { tags: ['long'] }, async () => {
  const { refunds } = await saleFixture()
  const statuses: Array<number> = []
  for (let i = 0; i < 21; i++)
    statuses.push((await refunds({ amount: '0.10', refunded: `${(i / 10).toFixed(2)}`, reason: 'x' })).status)

  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
  expect(statuses[20]).toBe(429)
})

test('test purchases send 20 emails a day, and work without', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText()
  const url = buildUrl(createTestPurchaseForm, { params: { id: item.id } })
  const answers = []
  for (let i = 0; i < 21; i++) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    answers.push(await creator.send('POST', url, { payload: 'amount=', headers }))
    await w.runJobs()
  }

  expect(answers.at(-1)?.headers.location).toMatch(/^\/access\//)
  const emails = (await sentEmailsTo(w, 'mara@example.com')).filter(({ subject }) =>
    subject.includes(item.title),
  )
  expect(emails).toHaveLength(20)
})
