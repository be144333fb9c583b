import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listAlerts, resolveAlert } from '../../../../contract/admin-overview.ts'
import { dismissDuplicate, refundAsAdmin } from '../../../../contract/admin-purchases.ts'
import { decideStuckDeliveries, listDeliveries } from '../../../../contract/deliveries.ts'
import { sendFeedback, setFeedbackState } from '../../../../contract/feedback.ts'
import {
  getAdminOverview,
  getInboxCase,
  type InboxKind,
  type InboxRow,
  listInbox,
} from '../../../../contract/inbox.ts'
import { dismissReports, reportContentForm, takeDownContent } from '../../../../contract/moderation.ts'
import { decideRefundRequest } from '../../../../contract/refunds.ts'
import { disputeSandboxPayment, failSandboxRefund } from '../../../../contract/sandbox.ts'
import { adminFixture } from '../../../../tests/support/admin-fixture.ts'
import { refundRequestFixture } from '../../../../tests/support/refund-request-fixture.ts'
import { alerts, contentReviews, deliveries, feedback } from '../../../db/schema/index.ts'
import { raiseAlert } from '../../telling/alerts/service.ts'

type Fixture = Awaited<ReturnType<typeof adminFixture>>

async function report({ w, item }: Fixture, details: string) {
  await w.visitor().call(reportContentForm, {
    params: { id: item.id },
    body: { reason: 'copyright', details, email: 'rosa@example.com' },
  })
}

async function rowsOf({ admin }: Fixture, kind?: InboxKind) {
  return (await admin.call(listInbox, { query: { ...(kind && { kind }) } })).body.rows
}

test('a reported item is one row, however often it was reported, until its reports are dismissed', async () => {
  const fixture = await adminFixture()
  const { w, admin, item } = fixture
  expect(await rowsOf(fixture)).toEqual([])
  await report(fixture, 'My drawing')
  w.clock.advance(60_000)
  await report(fixture, 'My drawing, too')

  const [row, ...others] = await rowsOf(fixture)
  expect(others).toEqual([])
  expect(row).toMatchObject({ kind: 'report', id: String(item.id), title: 'Item reported twice' })
  expect(Date.parse(row?.dueAt ?? '') - Date.parse(row?.openedAt ?? '')).toBe(3 * 24 * 3_600_000)
  const { body } = await admin.call(getInboxCase, { params: { kind: 'report', id: String(item.id) } })
  expect(body.said.map(({ text }) => text)).toEqual(['My drawing, too', 'My drawing'])
  expect(body.report).toMatchObject({ contentId: item.id, status: 'published' })
  expect((await admin.call(getAdminOverview)).body).toMatchObject({ total: 1, counts: { report: 1 } })

  await admin.call(dismissReports, { params: { id: item.id } })
  expect(await rowsOf(fixture)).toEqual([])
  const decided = await admin.call(getInboxCase, { params: { kind: 'report', id: String(item.id) } })
  expect(decided.status).toBe(404)
})

test('a refund that the creator declined shows both sides, the facts and what it costs whom', async () => {
  const { w, decides, id } = await refundRequestFixture()
  w.clock.advance(3_600_000)
  await decides({ decision: 'reject', reason: 'The page says how long it is' })
  const admin = await w.creator('admin@example.com')

  const rows = (await admin.call(listInbox, { query: { kind: 'refund' } })).body.rows
  expect(rows).toMatchObject([{ id: String(id), title: 'A buyer and the creator disagree about $10.00' }])
  const { body } = await admin.call(getInboxCase, { params: { kind: 'refund', id: String(id) } })
  expect(body).toMatchObject({ heading: 'Return $10.00 to the buyer?', money: '$10.00' })
  expect(body.said).toMatchObject([
    { role: 'buyer' },
    { role: 'declined', text: 'The page says how long it is' },
  ])
  expect(body.facts.find(({ label }) => label.startsWith('The creator’s refunds'))?.text).toBe(
    'None in 1 sale',
  )
  expect(body.outcomes[0]?.text).toBe(
    'The buyer gets $10.00 and loses access. The creator gives back $8.00, and we give back our $2.00.',
  )
  await admin.call(decideRefundRequest, { params: { id }, body: { decision: 'refund', reason: '' } })
  expect((await admin.call(listInbox, { query: { kind: 'refund' } })).body.rows).toEqual([])
})

test('every kind is in one list, the one due first on top, and each can be listed alone', async () => {
  const fixture = await adminFixture()
  const { w, admin, item } = fixture
  await w.visitor().call(sendFeedback, { body: { type: 'bug', subject: 'The chart', message: 'It forgets' } })
  await report(fixture, 'Mine')
  await w.visitor().purchase(item.id)
  w.clock.advance(1_000)
  const second = await w.visitor().purchase(item.id)
  await admin.call(disputeSandboxPayment, {
    params: { id: second.paymentIntentId },
    body: { move: 'open' },
  })
  await w.deliverWebhooks()
  await w.db.insert(alerts).values([
    { id: 70, kind: 'over-refund', target: 'a', message: 'Too much', createdAt: w.clock.now() },
    { id: 71, kind: 'transfer-lost', target: 'payout/1', message: 'Lost', createdAt: w.clock.now() },
  ])
  await w.db
    .insert(contentReviews)
    .values({ contentId: item.id, state: 'pending', requestedAt: w.clock.now() })

  const rows = await rowsOf(fixture)
  expect(rows.map(({ kind }) => kind)).toEqual([
    'alert',
    'review',
    'report',
    'payout',
    'dispute',
    'duplicate',
    'feedback',
  ])
  const { counts, total } = (await admin.call(getAdminOverview)).body
  expect(total).toBe(7)
  for (const { kind, id } of rows) {
    expect(counts[kind]).toBe(1)
    expect(await rowsOf(fixture, kind)).toMatchObject([{ kind, id }])
    const { status, body } = await admin.call(getInboxCase, { params: { kind, id } })
    expect({ kind, status, id: body.id }).toEqual({ kind, status: 200, id })
  }
  expect(await rowsOf(fixture, 'job')).toEqual([])

  await admin.call(dismissDuplicate, { params: { id: second.purchaseId } })
  await admin.call(resolveAlert, { params: { id: 70 }, body: {} })
  const left = await rowsOf(fixture)
  expect(left.map(({ kind }) => kind)).toEqual(['review', 'report', 'payout', 'dispute', 'feedback'])
  expect((await admin.call(listAlerts)).body.alerts.map(({ kind }) => kind)).toContain('dispute-open')
})

test('pages follow one another without a gap, in one statement each', async () => {
  const fixture = await adminFixture()
  const { w, admin } = fixture
  const day = 24 * 3_600_000
  const start = w.clock.now().getTime()
  await w.db.insert(alerts).values(
    Array.from({ length: 120 }, (_, index) => ({
      id: 1_000 + index,
      kind: index % 2 ? ('over-refund' as const) : ('transfer-lost' as const),
      target: `t${index}`,
      message: 'Look',
      // Some are due at the same time.
      createdAt: new Date(start - Math.floor(index / 3) * day),
    })),
  )
  await w.db.insert(feedback).values(
    Array.from({ length: 30 }, (_, index) => ({
      id: 5_000 + index,
      type: 'bug' as const,
      subject: `S${index}`,
      message: 'M',
      email: '',
      priority: 'medium' as const,
      createdAt: new Date(start),
    })),
  )
  const seen: Array<string> = []
  let cursor: string | null = null
  do {
    const page: { rows: Array<InboxRow>; next: string | null } = (
      await admin.call(listInbox, { query: { ...(cursor && { cursor }) } })
    ).body
    expect(page.rows.length).toBeLessThanOrEqual(50)
    seen.push(...page.rows.map(({ kind, id }) => `${kind}/${id}`))
    cursor = page.next
  } while (cursor !== null)
  expect(seen).toHaveLength(150)
  expect(new Set(seen).size).toBe(150)
  expect(seen.slice(-30).every((key) => key.startsWith('feedback/'))).toBe(true)
})

test('emails that could not be sent are one row, and are sent again or dropped together', async () => {
  const fixture = await adminFixture()
  const { w, admin, item } = fixture
  await w.visitor().purchase(item.id)
  await w.db
    .update(deliveries)
    .set({ state: 'failed', error: 'Mailbox full' })
    .where(eq(deliveries.state, 'waiting'))
  const count = await w.db.$count(deliveries, eq(deliveries.state, 'failed'))
  expect(count).toBeGreaterThan(0)

  expect(await rowsOf(fixture)).toMatchObject([{ kind: 'delivery', id: 'email', about: 'Mailbox full' }])
  const sent = await admin.call(decideStuckDeliveries, { body: { channel: 'email', decision: 'send' } })
  expect(sent.body.count).toBe(count)
  expect(await rowsOf(fixture)).toEqual([])
  await w.db
    .update(deliveries)
    .set({ state: 'failed' })
    .where(inArray(deliveries.state, ['waiting']))
  await admin.call(decideStuckDeliveries, { body: { channel: 'email', decision: 'drop' } })
  expect(await rowsOf(fixture)).toEqual([])
  const dropped = await admin.call(listDeliveries, { query: { show: 'dropped' } })
  expect(dropped.body.total).toBe(count)
})

test.each(['send', 'drop'] as const)(
  'the alert about emails that could not be sent ends with the decision to %s them',
  async (decision) => {
    const { w, admin } = await adminFixture()
    await w.db.delete(deliveries)
    const failed = {
      channel: 'email' as const,
      kind: 'account_deleted',
      target: 'mara@example.com',
      data: {},
      dedupeKey: 'account/mara',
      state: 'failed' as const,
      nextAt: w.clock.now(),
      createdAt: w.clock.now(),
    }
    await w.db.insert(deliveries).values(failed)
    await w.db.transaction((tx) =>
      raiseAlert(tx, w.ports, { kind: 'delivery-failed', target: 'email', message: 'Mailbox full' }),
    )

    await admin.call(decideStuckDeliveries, { body: { channel: 'email', decision } })

    expect((await admin.call(listAlerts)).body.alerts).toEqual([])
    const [row] = await w.db.select().from(deliveries).where(eq(deliveries.dedupeKey, 'account/mara'))
    // Who asked to be forgotten is, once nothing is left to send.
    expect(row?.target).toBe(decision === 'drop' ? '' : 'mara@example.com')
  },
)

async function failedRefundFixture() {
  const fixture = await adminFixture()
  const { w, admin, item } = fixture
  const { purchaseId, paymentIntentId } = await w.visitor().purchase(item.id)
  const refunds = () =>
    admin.call(refundAsAdmin, { params: { id: purchaseId }, body: { refunded: '0.00', reason: 'Broken' } })
  expect((await refunds()).status).toBe(200)
  const payment = await w.ports.paymentProvider.getPayment(paymentIntentId)
  await admin.call(failSandboxRefund, { params: { id: payment.refunds[0]?.refundId ?? '' } })
  await w.deliverWebhooks()
  return { fixture, refunds }
}

test('the alert about a refund that failed ends when the purchase is refunded after all', async () => {
  const { fixture, refunds } = await failedRefundFixture()
  const { w, admin } = fixture
  expect((await admin.call(listAlerts)).body.alerts).toMatchObject([{ kind: 'refund-failed' }])

  expect((await refunds()).status).toBe(200)
  await w.deliverWebhooks()

  expect((await admin.call(listAlerts)).body.alerts).toEqual([])
})

test('a refund that failed is a row until it is marked as done, also once that alert is deleted', async () => {
  const { fixture } = await failedRefundFixture()
  const { w, admin } = fixture
  const [row] = await rowsOf(fixture)
  expect(row?.kind).toBe('failed_refund')
  const { body } = await admin.call(getInboxCase, { params: { kind: 'failed_refund', id: row?.id ?? '' } })

  await admin.call(resolveAlert, { params: { id: body.alertId ?? 0 }, body: {} })
  expect(await rowsOf(fixture)).toEqual([])
  await w.db.delete(alerts)

  expect(await rowsOf(fixture)).toEqual([])
})

test('what is decided leaves the list, and what is taken back returns to it', async () => {
  const fixture = await adminFixture()
  const { w, admin, item } = fixture
  await w.visitor().call(sendFeedback, { body: { type: 'bug', subject: 'S', message: 'M' } })
  const [row] = await rowsOf(fixture)
  const params = { id: Number(row?.id) }
  await admin.call(setFeedbackState, { params, body: { state: 'closed' } })
  expect(await rowsOf(fixture)).toEqual([])
  await admin.call(setFeedbackState, { params, body: { state: 'new' } })
  expect(await rowsOf(fixture)).toHaveLength(1)

  await report(fixture, 'Mine')
  await admin.call(takeDownContent, { params: { id: item.id }, body: { reason: 'Stolen' } })
  expect((await rowsOf(fixture)).map(({ kind }) => kind)).toEqual(['feedback'])
  await w.db.execute(sql`update content_reports set state = 'open', resolved_at = null`)
  const again = await admin.call(getInboxCase, { params: { kind: 'report', id: String(item.id) } })
  expect(again.body.facts).toContainEqual({ label: 'Now', text: 'Taken down', at: null })
})
