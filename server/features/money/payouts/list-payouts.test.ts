import { expect, test } from 'vitest'
import { listPayouts } from '../../../../contract/payout-runs.ts'
import { march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'

test('the list of payouts is paginated, and filtered by month, state and method', async () => {
  const { w, admin, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  await processes()
  await w.db.execute(`insert into payouts (id, creator_id, run_id, month, amount, currency, state, method, destination, created_at)
    select 1000 + n, creator_id, run_id, '2026-02', 2500, 'USD', 'paid', 'wise', 'x@example.com',
      '2026-02-01T00:00:00Z'::timestamptz + (n % 7) * interval '1 day'
    from payouts, generate_series(1, 60) n`)

  const first = (await admin.call(listPayouts)).body
  const second = (await admin.call(listPayouts, { query: { cursor: first.next } })).body
  const filtered = (
    await admin.call(listPayouts, { query: { ...march, state: 'processing', method: 'paypal' } })
  ).body

  const ids = [...first.payouts, ...second.payouts].map(({ id }) => id)
  expect([first.payouts.length, second.payouts.length, second.next]).toEqual([50, 11, null])
  expect(new Set(ids).size).toBe(61)
  expect(filtered.payouts).toMatchObject([
    { amount: '80.00', email: 'mara@example.com', month: 3, year: 2026 },
  ])
})
