import { expect, test } from 'vitest'
import { listAuditLog, restoreCreator, suspendCreator } from '../../../../contract/admin-overview.ts'
import { processPayouts } from '../../../../contract/admin-payouts.ts'
import {
  correctPurchaseEmailAsAdmin,
  dismissDuplicate,
  refundAsAdmin,
  resendAccessAsAdmin,
  restoreAccessAsAdmin,
  revokeAccessAsAdmin,
} from '../../../../contract/admin-purchases.ts'
import { api } from '../../../../contract/api.ts'
import { listFeedback, sendFeedback, setFeedbackState } from '../../../../contract/feedback.ts'
import { dismissReports, reinstateContent, takeDownContent } from '../../../../contract/moderation.ts'
import { listPayouts, markPayoutPaid, markPayoutReturned } from '../../../../contract/payout-runs.ts'
import type { Route } from '../../../../contract/route.ts'
import { adminFixture } from '../../../../tests/support/admin-fixture.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { decideRequests, requestRefundAs } from '../../../../tests/support/refund-request-fixture.ts'
import { requestFor, sharedCallers } from '../../../../tests/support/request-builder.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { auditLog } from '../../../db/schema/index.ts'

const changingRoutes = Object.entries(api).filter(
  ([, { auth, method, isReadOnly }]) => auth === 'admin' && method !== 'GET' && !isReadOnly,
)

const createCaller = sharedCallers()

test.each(changingRoutes)(
  '%s is in the audit log with its actor, when it changes something',
  async (name) => {
    const { w, route, baseFields, send } = await createCaller(name)
    const before = await w.db.$count(auditLog)

    const { statusCode } = await send(requestFor(route, baseFields()))
    const entries = await w.db.select().from(auditLog).orderBy(auditLog.id).offset(before)

    if (statusCode !== 200) expect(entries).toEqual([])
    else expect(entries).toMatchObject([{ action: name, actorEmail: 'admin@example.com' }])
  },
)

test('an audit entry has actor, target, before and after', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator()
  await admin.call(suspendCreator, { params: { id: mara.id }, body: { reason: 'Spam' } })

  const { body } = await admin.call(listAuditLog)

  expect(body).toMatchObject({
    next: null,
    entries: [
      {
        actorEmail: 'admin@example.com',
        action: 'suspendCreator',
        target: `creator/${mara.id}`,
        oldValues: { email: 'mara@example.com', suspended: false },
        newValues: { suspended: true, reason: 'Spam' },
        createdAt: '2026-03-01T12:00:00.000Z',
      },
    ],
  })
})

test('the audit log is searched by actor, action and target, and paginated', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const entry = (target: string) => ({
    actorId: admin.id,
    actorEmail: 'admin@example.com',
    action: 'takeDownContent',
    target,
    createdAt: w.clock.now(),
  })
  await w.db.insert(auditLog).values(Array.from({ length: 60 }, (_, i) => entry(`content/${i + 100}`)))

  const { body: first } = await admin.call(listAuditLog)
  const { body: second } = await admin.call(listAuditLog, { query: { before: first.next ?? 0 } })
  const { body: searchResult } = await admin.call(listAuditLog, { query: { q: 'content/142' } })

  expect([first.entries.length, second.entries.length, second.next]).toEqual([50, 10, null])
  expect(searchResult.entries.map(({ target }) => target)).toEqual(['content/142'])
})

test('the entry of a payout action has its creator, amount and note', async () => {
  const { admin, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  await processes()
  const id = (await admin.call(listPayouts)).body.payouts[0]?.id
  await admin.call(markPayoutPaid, { params: { id }, body: { reference: 'PP-1' } })
  await admin.call(markPayoutPaid, { params: { id }, body: { reference: 'PP-2' } })
  await admin.call(markPayoutReturned, { params: { id }, body: { notes: 'Closed' } })

  const { entries } = (await admin.call(listAuditLog)).body

  const payout = { creator: 'mara@example.com', amount: '80.00 USD', to: 'm•••@example.com' }
  const target = `payout/${id}`
  expect(entries).toMatchObject([
    {
      action: 'markPayoutReturned',
      target,
      oldValues: { ...payout, state: 'paid' },
      newValues: { notes: 'Closed' },
    },
    {
      action: 'markPayoutPaid',
      target,
      oldValues: { ...payout, state: 'processing' },
      newValues: { reference: 'PP-1' },
    },
    { action: 'processPayouts', target: 'payouts of 2026-03', newValues: { run: expect.any(Number) } },
  ])
})

test('the audit log can be neither changed nor emptied, even with database access', async () => {
  const w = await createTestApp()
  await w.db.insert(auditLog).values({
    actorId: '1',
    actorEmail: 'a@b.de',
    action: 'x',
    target: 'y',
    createdAt: w.clock.now(),
  })

  await expect(w.db.delete(auditLog)).rejects.toThrow()
  await expect(w.db.update(auditLog).set({ action: 'z' })).rejects.toThrow()
  await expect(w.db.execute('truncate audit_log')).rejects.toThrow()
})

test('a refund decision by the admin is audited, one by the creator is not', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator()
  const item = await mara.publishFile({ price: '10.00' })
  const own = await requestRefundAs(w, item.id)
  await decideRequests(mara, own.id).decides({ decision: 'reject', reason: 'As described' })
  expect(await w.db.select().from(auditLog)).toEqual([])

  w.clock.advance(1_000)
  const other = await requestRefundAs(w, item.id)
  await decideRequests(admin, other.id).decides({ decision: 'reject', reason: 'Too late' })

  expect(await w.db.select().from(auditLog)).toMatchObject([
    {
      action: 'decideRefundRequest',
      target: `refund-requests/${other.id}/decision`,
      newValues: { reason: 'Too late' },
    },
  ])
})

test('every admin action is in the audit log by the name of its route, in order', async () => {
  const { w, admin, mara, item } = await adminFixture()
  await w.visitor().purchase(item.id)
  w.clock.advance(1_000)
  const { purchaseId: id } = await w.visitor().purchase(item.id)
  await w.visitor().call(sendFeedback, { body: { type: 'bug', subject: 'x', message: 'y' } })
  const [message] = (await admin.call(listFeedback)).body.messages
  const callRoute = async (route: Route, targetId: number | string, body?: object) => {
    const { status } = await admin.call(route, { params: { id: targetId }, ...(body && { body }) })
    expect([route.path, status]).toEqual([route.path, 200])
  }

  await callRoute(takeDownContent, item.id, { reason: 'x' })
  await callRoute(reinstateContent, item.id)
  await callRoute(dismissReports, item.id)
  await callRoute(suspendCreator, mara.id, { reason: 'x' })
  await callRoute(restoreCreator, mara.id)
  await callRoute(setFeedbackState, message?.id ?? 0, { state: 'closed' })
  await callRoute(dismissDuplicate, id)
  await callRoute(revokeAccessAsAdmin, id, { reason: 'x' })
  await callRoute(restoreAccessAsAdmin, id)
  await callRoute(resendAccessAsAdmin, id)
  await callRoute(correctPurchaseEmailAsAdmin, id, { email: 'new@example.com', reason: 'x' })
  await callRoute(refundAsAdmin, id, { amount: '1.00', reason: 'x' })
  await admin.call(processPayouts, { body: { month: 3, year: 2026 } })

  const actions = await w.db.select().from(auditLog).orderBy(auditLog.id)
  expect(actions.map(({ action }) => action)).toEqual([
    'takeDownContent',
    'reinstateContent',
    'dismissReports',
    'suspendCreator',
    'restoreCreator',
    'setFeedbackState',
    'dismissDuplicate',
    'revokeAccessAsAdmin',
    'restoreAccessAsAdmin',
    'resendAccessAsAdmin',
    'correctPurchaseEmailAsAdmin',
    'refundAsAdmin',
    'processPayouts',
  ])
  expect(actions.filter(({ action }) => !(action in api))).toEqual([])
})

test('a body that the route does not define is ignored and not recorded', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')

  const answer = await admin.send('POST', '/api/admin/tax/rates/eu', { payload: { '': 'eu' } })

  expect(answer.statusCode).toBe(200)
  expect(await w.db.select().from(auditLog)).toMatchObject([{ action: 'addEuTaxRates', newValues: null }])
})
