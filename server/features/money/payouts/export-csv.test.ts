import { expect, test } from 'vitest'
import {
  exportMassPaymentFile,
  listPayouts,
  markPayoutPaid,
  markPayoutReturned,
} from '../../../../contract/payout-runs.ts'
import { confirmPayoutMethod, setPayoutMethod } from '../../../../contract/payouts.ts'
import { march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'

test('each method has a file of its unpaid payouts, in the format of its own site', async () => {
  const { admin, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  const jonas = await seller('jonas@example.com', { method: false })
  const noor = await seller('noor@example.com', { method: false })
  await jonas.call(setPayoutMethod, { body: { payoutMethod: 'wise', payoutEmail: 'jonas@example.com' } })
  await noor.call(setPayoutMethod, { body: { payoutMethod: 'zelle', payoutEmail: '+cmd@example.com' } })
  for (const creator of [mara, jonas, noor]) await creator.sells('100.00')
  await processes()
  const file = async (method: string) =>
    String((await admin.call(exportMassPaymentFile, { query: { ...march, method } })).body)
      .replace('\ufeff', '')
      .trimEnd()
      .split('\r\n')

  const [paypal, wise, zelle, venmo] = await Promise.all(['paypal', 'wise', 'zelle', 'venmo'].map(file))

  expect(paypal).toEqual([
    'Email/Phone,Amount,Currency code,Reference ID,Note to recipient,Recipient wallet',
    expect.stringMatching(/^mara@example\.com,80\.00,USD,(\d+),Tipdrop payout \1,PayPal$/),
  ])
  expect(wise?.[1]).toMatch(
    /^jonas@example\.com,jonas@example\.com,Tipdrop \d+,PERSON,target,80\.00,USD,USD,EMAIL$/,
  )
  expect(zelle?.[1]).toMatch(/^\d+,,'\+cmd@example\.com,80\.00,USD$/)
  expect(venmo).toEqual(['Payout,Name,Pay to,Amount,Currency'])
})

test('a paid payout is in no file', async () => {
  const { admin, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  await processes()
  const [{ id } = { id: 0 }] = (await admin.call(listPayouts)).body.payouts
  await admin.call(markPayoutPaid, { params: { id }, body: { reference: 'PP-1' } })

  const { body } = await admin.call(exportMassPaymentFile, { query: { ...march, method: 'paypal' } })

  expect(String(body).trimEnd().split('\r\n')).toHaveLength(1)
})

test('a browser with a cached file gets the new one when the payouts changed', async () => {
  const { admin, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  await processes()
  const file = (etag = '') =>
    admin.call(exportMassPaymentFile, {
      query: { ...march, method: 'paypal' },
      headers: { 'if-none-match': etag },
    })
  const etag = String((await file()).headers.etag)
  const [{ id } = { id: 0 }] = (await admin.call(listPayouts)).body.payouts
  const unchanged = await file(etag)
  await admin.call(markPayoutReturned, { params: { id }, body: { notes: 'Closed' } })
  await mara.call(confirmPayoutMethod)
  await mara.sells('10.00')
  await processes()

  const changed = await file(etag)

  expect([unchanged.status, changed.status]).toEqual([304, 200])
  expect(String(changed.body)).toContain(',88.00,')
})

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
