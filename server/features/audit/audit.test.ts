import { expect, test } from 'vitest'
import { processPayouts } from '../../../contract/admin.ts'
import { listActs, restoreCreator, suspendCreator } from '../../../contract/admin-desk.ts'
import {
  closeAccessAsAdmin,
  refundAsAdmin,
  reopenAccessAsAdmin,
  settleDouble,
} from '../../../contract/admin-purchases.ts'
import { api } from '../../../contract/api.ts'
import { listFeedback, markFeedback, sendFeedback } from '../../../contract/feedback.ts'
import { listPayouts, markPayoutPaid, returnPayout } from '../../../contract/payout-runs.ts'
import { dismissReports, holdContent, releaseContent } from '../../../contract/reports.ts'
import type { Route } from '../../../contract/route.ts'
import { adminShop } from '../../../tests/support/admin-shop.ts'
import { asksFor, deciders } from '../../../tests/support/asked-back.ts'
import { payoutWorld } from '../../../tests/support/payout-world.ts'
import { caller, requestFor } from '../../../tests/support/requests.ts'
import { world } from '../../../tests/world.ts'
import { auditLog } from '../../db/schema/index.ts'

const changing = Object.entries(api).filter(
  ([, { access, method }]) => access === 'admin' && method !== 'GET',
)

test.each(changing)('%s, when it changes something, is written down with who did it', async (name) => {
  const { w, route, good, send } = await caller(name)

  const { statusCode } = await send(requestFor(route, good()))
  const acts = await w.db.select().from(auditLog)

  if (statusCode !== 200) expect(acts).toEqual([])
  else expect(acts).toMatchObject([{ act: name, actorEmail: 'admin@example.com' }])
})

test('an act names who did it, to whom, and what was there before and after', async () => {
  const w = await world()
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator()
  await admin.call(suspendCreator, { params: { id: mara.id }, body: { reason: 'Spam' } })

  const { body } = await admin.call(listActs)

  expect(body).toMatchObject({
    next: null,
    acts: [
      {
        actorEmail: 'admin@example.com',
        act: 'suspendCreator',
        subject: `creator/${mara.id}`,
        before: { email: 'mara@example.com', suspended: false },
        after: { suspended: true, reason: 'Spam' },
        createdAt: '2026-03-01T12:00:00.000Z',
      },
    ],
  })
})

test('the log is searched by who, what and whom, and read page by page', async () => {
  const w = await world()
  const admin = await w.creator('admin@example.com')
  const act = (subject: string) => ({
    ...{ actorId: admin.id, actorEmail: 'admin@example.com', act: 'holdContent', subject },
    createdAt: w.clock.now(),
  })
  await w.db.insert(auditLog).values(Array.from({ length: 60 }, (_, i) => act(`content/${i + 100}`)))

  const { body: first } = await admin.call(listActs)
  const { body: second } = await admin.call(listActs, { query: { before: first.next ?? 0 } })
  const { body: found } = await admin.call(listActs, { query: { q: 'content/142' } })

  expect([first.acts.length, second.acts.length, second.next]).toEqual([50, 10, null])
  expect(found.acts.map(({ subject }) => subject)).toEqual(['content/142'])
})

test('what is done with a payout names whose it is, how much, and what was noted', async () => {
  const { admin, seller, processes } = await payoutWorld()
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  await processes()
  const id = (await admin.call(listPayouts)).body.payouts[0]?.id
  await admin.call(markPayoutPaid, { params: { id }, body: { reference: 'PP-1' } })
  await admin.call(markPayoutPaid, { params: { id }, body: { reference: 'PP-2' } })
  await admin.call(returnPayout, { params: { id }, body: { notes: 'Closed' } })

  const { acts } = (await admin.call(listActs)).body

  const whose = { creator: 'mara@example.com', amount: '80.00 USD', to: 'mara@example.com' }
  const subject = `payout/${id}`
  expect(acts).toMatchObject([
    { act: 'returnPayout', subject, before: { ...whose, state: 'paid' }, after: { notes: 'Closed' } },
    {
      act: 'markPayoutPaid',
      subject,
      before: { ...whose, state: 'processing' },
      after: { reference: 'PP-1' },
    },
    { act: 'processPayouts', subject: 'payouts of 2026-03', after: { run: expect.any(Number) } },
  ])
})

test('nobody edits or empties the log, not even with the database in hand', async () => {
  const w = await world()
  await w.db.insert(auditLog).values({
    ...{ actorId: '1', actorEmail: 'a@b.de', act: 'x', subject: 'y', createdAt: w.clock.now() },
  })

  await expect(w.db.delete(auditLog)).rejects.toThrow()
  await expect(w.db.update(auditLog).set({ act: 'z' })).rejects.toThrow()
  await expect(w.db.execute('truncate audit_log')).rejects.toThrow()
})

test("what an administrator decides in a creator's place is written down, what the creator decides is not", async () => {
  const w = await world()
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator()
  const item = await mara.publishesFile({ price: '10.00' })
  const own = await asksFor(w, item.id)
  await deciders(mara, own.id).decides({ decision: 'refuse' })
  expect(await w.db.select().from(auditLog)).toEqual([])

  w.clock.advance(1_000)
  const other = await asksFor(w, item.id)
  await deciders(admin, other.id).decides({ decision: 'refuse', reason: 'Too late' })

  expect(await w.db.select().from(auditLog)).toMatchObject([
    {
      act: 'decideRefundRequest',
      subject: `refund-requests/${other.id}/decision`,
      after: { reason: 'Too late' },
    },
  ])
})

test('every act of the desk is in the log, in the order it was done', async () => {
  const { w, admin, mara, item } = await adminShop()
  await w.visitor().buys(item.id)
  w.clock.advance(1_000)
  const { purchaseId: id } = await w.visitor().buys(item.id)
  await w.visitor().call(sendFeedback, { body: { type: 'bug', subject: 'x', message: 'y' } })
  const [message] = (await admin.call(listFeedback)).body.messages
  const does = async (route: Route, about: number | string, body?: object) => {
    const { status } = await admin.call(route, { params: { id: about }, ...(body && { body }) })
    expect([route.path, status]).toEqual([route.path, 200])
  }

  await does(holdContent, item.id, { reason: 'x' })
  await does(releaseContent, item.id)
  await does(dismissReports, item.id)
  await does(suspendCreator, mara.id, { reason: 'x' })
  await does(restoreCreator, mara.id)
  await does(markFeedback, message?.id ?? 0, { state: 'done' })
  await does(settleDouble, id)
  await does(closeAccessAsAdmin, id, { reason: 'x' })
  await does(reopenAccessAsAdmin, id)
  await does(refundAsAdmin, id, { amount: '1.00', reason: 'x' })
  await admin.call(processPayouts, { body: { month: 3, year: 2026 } })

  const acts = await w.db.select().from(auditLog).orderBy(auditLog.id)
  expect(acts.map(({ act }) => act)).toEqual([
    'holdContent',
    'releaseContent',
    'dismissReports',
    'suspendCreator',
    'restoreCreator',
    'markFeedback',
    'settleDouble',
    'closeAccessAsAdmin',
    'reopenAccessAsAdmin',
    'refundAsAdmin',
    'processPayouts',
  ])
})
