import { expect, test } from 'vitest'
import { listAuditLog } from '../../../../contract/admin-overview.ts'
import {
  getMonthlyTrends,
  getPayoutBreakdown,
  getPayoutSummary,
  listCreatorPayouts,
  remindPayoutMethod,
} from '../../../../contract/admin-payouts.ts'
import {
  getPayoutRun,
  listPayouts,
  markPayoutPaid,
  markPayoutReturned,
  previewPayouts,
} from '../../../../contract/payout-runs.ts'
import { march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'

const dayMs = 24 * 3_600_000
const query = march

/** Mara (PayPal) earned $80 and Jonas (PayPal) $40; Noor earned $160 without a payout method, Ida $4. */
async function fourCreators() {
  const fixture = await payoutFixture()
  const mara = await fixture.seller('mara@example.com')
  const jonas = await fixture.seller('jonas@example.com')
  const noor = await fixture.seller('noor@example.com', { method: false })
  const ida = await fixture.seller('ida@example.com')
  await mara.sells('100.00')
  await jonas.sells('50.00')
  await noor.sells('200.00')
  await ida.sells('5.00')
  const { admin } = fixture
  const breakdown = async () => (await admin.call(getPayoutBreakdown, { query })).body.stages
  const rows = async (more = {}) =>
    (await admin.call(listCreatorPayouts, { query: { ...query, ...more } })).body.creators
  return { ...fixture, mara, jonas, noor, breakdown, rows }
}

test('the card, the breakdown, the table and the preview have the same sums', async () => {
  const { admin, breakdown, rows } = await fourCreators()

  const stages = await breakdown()
  const { body: card } = await admin.call(getPayoutSummary, { query })
  const { body: preview } = await admin.call(previewPayouts, { query })
  const table = await rows()
  const sumOf = (status: string) =>
    table.filter((row) => row.status === status).reduce((sum, row) => sum + Number(row.availableBalance), 0)

  expect(stages).toMatchObject({
    ready: { amount: 120, creators: 2 },
    payout_method_missing: { amount: 160, creators: 1 },
    below_minimum: { amount: 4, creators: 1 },
    to_pay_manually: { amount: 0, creators: 0 },
    paid: { amount: 0, creators: 0 },
  })
  expect(sumOf('ready')).toBe(120)
  expect(sumOf('payout_method_missing')).toBe(160)
  expect(preview).toMatchObject({ total: '120.00', payableCount: 2, manualCount: 2, skippedCount: 2 })
  expect(card.pendingPayouts).toBe(120 + 160)
})

test('after a run the amounts are to be paid manually, and paid once they are marked', async () => {
  const { admin, processes, breakdown, rows } = await fourCreators()
  const run = await processes()

  const after = await breakdown()
  const { body: done } = await admin.call(getPayoutRun, { params: { id: run.id } })
  const [first] = (await admin.call(listPayouts, { query })).body.payouts
  await admin.call(markPayoutPaid, { params: { id: first?.id ?? 0 }, body: { reference: 'R1' } })
  const paid = await breakdown()
  await admin.call(markPayoutReturned, { params: { id: first?.id ?? 0 }, body: { notes: 'Wrong address' } })
  const returned = await breakdown()

  expect(done).toMatchObject({ manualCount: 2, manualAmount: '120.00', amount: '120.00' })
  expect(after).toMatchObject({
    to_pay_manually: { amount: 120, creators: 2 },
    ready: { amount: 0, creators: 0 },
  })
  expect(paid.paid.amount + paid.to_pay_manually.amount).toBe(120)
  expect(paid.paid.creators).toBe(1)
  // Until its creator has confirmed where it goes.
  expect(returned.confirmation_needed.amount).toBe(Number(first?.amount))
  expect((await rows()).filter(({ payout }) => payout?.stage === 'to_pay_manually')).toHaveLength(1)
})

test('a stage filters the table', async () => {
  const { processes, rows } = await fourCreators()
  const emails = async (stage: string) => (await rows({ stage })).map(({ email }) => email)

  const before = [
    await emails('ready'),
    await emails('payout_method_missing'),
    await emails('to_pay_manually'),
  ]
  await processes()

  expect(before).toEqual([['mara@example.com', 'jonas@example.com'], ['noor@example.com'], []])
  expect((await emails('to_pay_manually')).toSorted()).toEqual(['jonas@example.com', 'mara@example.com'])
  expect(await emails('ready')).toEqual([])
})

test('a creator without a payout method is reminded by email, once a week, and it is audited', async () => {
  const { w, admin, noor, rows } = await fourCreators()
  const remind = () => admin.call(remindPayoutMethod, { params: { id: Number(noor.id) } })

  const first = await remind()
  const again = await remind()
  const [row] = await rows({ stage: 'payout_method_missing' })
  w.clock.advance(7 * dayMs)
  const later = await remind()

  expect([first.status, again.status, later.status]).toEqual([200, 409, 200])
  expect(row).toMatchObject({ canRemind: false, reminderSentAt: first.body.reminderSentAt })
  const emails = (await sentEmailsTo(w, 'noor@example.com')).filter(({ subject }) =>
    /waiting for you/.test(subject),
  )
  expect(emails.map(({ subject }) => subject)).toEqual(Array(2).fill('$160.00 is waiting for you'))
  expect(emails[0]?.text).toContain('/settings/payouts')
  expect((await admin.call(listAuditLog)).body.entries.map(({ action }) => action)).toContain(
    'remindPayoutMethod',
  )
})

test('a creator with a payout method, and an unknown one, are not reminded', async () => {
  const { w, admin, mara } = await fourCreators()
  const status = async (id: number) => (await admin.call(remindPayoutMethod, { params: { id } })).status

  expect(await status(Number(mara.id))).toBe(409)
  expect(await status(1234)).toBe(404)
  expect(
    (await sentEmailsTo(w, 'mara@example.com')).filter(({ subject }) => /waiting/.test(subject)),
  ).toEqual([])
})

test('of two concurrent reminders one is sent', async () => {
  const { w, admin, noor } = await fourCreators()
  const params = { id: Number(noor.id) }

  const responses = await Promise.all([
    admin.call(remindPayoutMethod, { params }),
    admin.call(remindPayoutMethod, { params }),
  ])

  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(
    (await sentEmailsTo(w, 'noor@example.com')).filter(({ subject }) => /waiting/.test(subject)),
  ).toHaveLength(1)
})

test('the trends are the sums of twelve months, the current one last', async () => {
  const { admin } = await fourCreators()

  const { body } = await admin.call(getMonthlyTrends)

  expect(body.months).toHaveLength(12)
  expect(body.months.at(-1)).toEqual({
    ...march,
    revenue: 355,
    commission: 71,
    sales: 4,
    refundedPurchases: 0,
    disputedPurchases: 0,
  })
  expect(body.months[0]).toMatchObject({ month: 4, year: 2025, revenue: 0, sales: 0 })
})
