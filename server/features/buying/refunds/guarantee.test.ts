import { expect, test } from 'vitest'
import { listAuditLog } from '../../../../contract/admin-overview.ts'
import { getEarningsStats } from '../../../../contract/earnings.ts'
import { getAdminOverview } from '../../../../contract/inbox.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { listRefundReviews } from '../../../../contract/refunds.ts'
import { failWritesWhere } from '../../../../tests/support/failing-rows.ts'
import {
  decideRequests,
  refundRequestFixture,
  requestRefundAs,
} from '../../../../tests/support/refund-request-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { refundRequests, refunds, users } from '../../../db/schema/index.ts'
import { refundUnansweredRequests } from './decide-refund.ts'

const hourMs = 3_600_000
const objection = { decision: 'reject', reason: 'The loops are as described.' }

async function adminOf(w: TestApp, id: number) {
  const admin = await w.creator('admin@example.com')
  return { admin, ...decideRequests(admin, id) }
}

async function subjectsTo(w: TestApp, address: string) {
  return (await sentEmailsTo(w, address)).map(({ subject }) => subject)
}

test('a request gives the creator 72 hours, and the email says until when by the creator’s clock', async () => {
  const { w, reads } = await refundRequestFixture()
  await w.db.update(users).set({ timeZone: 'America/New_York' })

  const { body } = await reads()
  const email = (await sentEmailsTo(w, 'mara@example.com')).find(({ subject }) =>
    /^Refund request/.test(subject),
  )

  expect(Date.parse(body.creatorDeadlineAt ?? '')).toBe(w.clock.now().getTime() + 72 * hourMs)
  expect(email?.text).toMatch(/decline by \w+ \d+, \d+:\d\d [AP]M E[SD]T\. If you decline, we’ll review/)
  expect(email?.text).toContain('If you don’t answer, we’ll refund the buyer automatically.')
})

test('an objection is listed for the admin, emails the buyer and the admin, and moves no money', async () => {
  const { w, decides, access, account, creator, id } = await refundRequestFixture()
  const { admin } = await adminOf(w, id)

  const answer = await decides(objection)

  expect(answer.body).toMatchObject({ state: 'in_review', objectionMessage: 'The loops are as described.' })
  expect(await w.probe.balance(account)).toBe(800)
  expect((await creator.call(getEarningsStats)).body).toMatchObject({
    availableBalance: 0,
    pendingPayouts: 8,
  })
  expect(await access()).toMatchObject({ status: 200, body: { purchase: { refundStatus: 'in_review' } } })
  expect((await admin.call(listRefundReviews)).body.requests).toMatchObject([
    { id, creatorEmail: 'mara@example.com', objectionMessage: 'The loops are as described.' },
  ])
  expect((await admin.call(getAdminOverview)).body.counts.refund).toBe(1)
  expect(await subjectsTo(w, 'fan@example.com')).toContain(
    'We’re reviewing your refund request for Harbour loops',
  )
  expect(await subjectsTo(w, 'admin@example.com')).toContain('Refund to decide: $10.00 for Harbour loops')
})

test('an objection without a reason is rejected at its field', async () => {
  const { decides } = await refundRequestFixture()

  expect(await decides({ decision: 'reject' })).toMatchObject({
    status: 400,
    body: { fields: { reason: 'Tell us why you decline the refund' } },
  })
})

test('after an objection the creator can still refund, and not object again', async () => {
  const { w, decides, account } = await refundRequestFixture()
  await decides(objection)

  expect((await decides(objection)).status).toBe(409)
  expect((await decides({ decision: 'refund' })).body).toMatchObject({ state: 'refunded' })
  expect(await w.probe.balance(account)).toBe(0)
})

test('the admin decides an objection for the buyer, and the decision is in the audit log', async () => {
  const { w, decides, access, account, id } = await refundRequestFixture()
  await decides(objection)
  const { admin, ...asAdmin } = await adminOf(w, id)

  const answer = await asAdmin.decides({ decision: 'refund', reason: 'It really is too quiet' })

  expect(answer.body).toMatchObject({ state: 'refunded', amount: '10.00' })
  expect(await w.probe.balance(account)).toBe(0)
  expect((await access()).status).toBe(403)
  expect((await admin.call(getAdminOverview)).body.counts.refund).toBe(0)
  expect((await admin.call(listAuditLog)).body.entries).toMatchObject([
    { action: 'decideRefundRequest', target: `refund-requests/${id}/decision` },
  ])
  const email = (await sentEmailsTo(w, 'mara@example.com')).find(({ subject }) => /^Refunded/.test(subject))
  expect(email?.text).toContain('It really is too quiet')
})

test('the admin decides an objection for the creator, and the creator keeps the earnings', async () => {
  const { w, decides, access, account, id } = await refundRequestFixture()
  await decides(objection)

  const answer = await (await adminOf(w, id)).decides({ decision: 'reject', reason: 'It plays well' })

  expect(answer.body).toMatchObject({ state: 'rejected' })
  expect(await w.probe.balance(account)).toBe(800)
  expect(await access()).toMatchObject({ status: 200, body: { purchase: { refundStatus: 'rejected' } } })
  expect(await subjectsTo(w, 'fan@example.com')).toContain(
    'Your refund request for Harbour loops was declined',
  )
  expect(await subjectsTo(w, 'mara@example.com')).toContain('Refund request declined: Harbour loops')
})

test('a request that the creator does not answer is refunded after 72 hours, once, and not before', async () => {
  const { w, reads, access, account } = await refundRequestFixture()
  w.clock.advance(72 * hourMs - 1)
  await w.runPeriodicTasks()
  const before = (await reads()).body.state

  w.clock.advance(1)
  await w.runPeriodicTasks()
  await w.runPeriodicTasks()

  expect(before).toBe('requested')
  expect((await reads()).body).toMatchObject({ state: 'refunded', amount: '10.00', balance: '0.00' })
  expect(await w.probe.balance(account)).toBe(0)
  expect(await w.probe.balance('cash_clearing')).toBe(0)
  expect((await access()).status).toBe(403)
  expect(await subjectsTo(w, 'fan@example.com')).toContain('We’ve refunded $10.00')
  const emails = (await sentEmailsTo(w, 'mara@example.com')).filter(({ subject }) =>
    /^Refunded/.test(subject),
  )
  expect(emails).toHaveLength(1)
  expect(emails[0]?.text).toContain('You didn’t answer the request within 72 hours')
})

test('an objection stops the deadline', async () => {
  const { w, decides, reads, account } = await refundRequestFixture()
  await decides(objection)

  w.clock.advance(73 * hourMs)
  await w.runPeriodicTasks()

  expect((await reads()).body.state).toBe('in_review')
  expect(await w.probe.balance(account)).toBe(800)
})

test('a creator’s refund and the deadline at the same time refund once', async () => {
  const { w, decides, account } = await refundRequestFixture()
  w.clock.advance(72 * hourMs)

  const [answer] = await Promise.all([
    decides({ decision: 'refund' }),
    refundUnansweredRequests(w.ports),
    refundUnansweredRequests(w.ports),
  ])

  expect([200, 409]).toContain(answer.status)
  expect(await w.probe.balance(account)).toBe(0)
  expect(await w.probe.balance('cash_clearing')).toBe(0)
  expect(await w.db.select().from(refunds)).toHaveLength(1)
})

test('of an objection and the deadline at the same time one counts', async () => {
  const { w, decides, reads, account } = await refundRequestFixture()
  w.clock.advance(72 * hourMs)

  const [answer] = await Promise.all([decides(objection), refundUnansweredRequests(w.ports)])

  const { state } = (await reads()).body
  expect(state).toBe(answer.status === 200 ? 'in_review' : 'refunded')
  expect(await w.probe.balance(account)).toBe(state === 'in_review' ? 800 : 0)
})

test('the deadline refunds what is left after a partial refund', async () => {
  const { w, decides, ask, account } = await refundRequestFixture()
  await decides({ decision: 'refund', amount: '2.50' })
  await ask()

  w.clock.advance(72 * hourMs)
  await w.runPeriodicTasks()

  expect(await w.probe.balance(account)).toBe(0)
  expect(await w.probe.balance('cash_clearing')).toBe(0)
})

test('with the unconditional policy an opened purchase is refunded at once', async () => {
  const w = await createTestApp({ env: { REFUND_POLICY: 'unconditional' } })
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '10.00' })

  const { access } = await requestRefundAs(w, item.id)

  expect((await w.visitor().call(getInstance)).body.refundPolicy).toBe('unconditional')
  expect((await access()).status).toBe(403)
  expect(await w.probe.balance(`creator_balance/${creator.id}`)).toBe(0)
})

test('an unanswered request that fails holds up no other', async () => {
  const { w, id, item } = await refundRequestFixture()
  const other = await requestRefundAs(w, item.id)
  await failWritesWhere(w, { table: 'refund_requests', column: 'id', value: id })
  w.clock.advance(73 * hourMs)

  await refundUnansweredRequests(w.ports)

  expect(
    await w.db.select({ id: refundRequests.id, state: refundRequests.state }).from(refundRequests),
  ).toEqual(
    expect.arrayContaining([
      { id, state: 'requested' },
      { id: other.id, state: 'refunded' },
    ]),
  )
})
