import { expect, test } from 'vitest'
import { listAuditLog } from '../../../../contract/admin-overview.ts'
import { exportPayeeYears, getYearFile, savePayee } from '../../../../contract/payees.ts'
import { listPayouts, markPayoutPaid } from '../../../../contract/payout-runs.ts'
import { refundSale } from '../../../../contract/sales.ts'
import { deleteAccount } from '../../../../contract/settings.ts'
import { person } from '../../../../tests/support/payee-fixture.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'

/** The rows of a CSV by the names of its columns. */
function rowsOf(csv: string): Array<Record<string, string>> {
  const [head = [], ...lines] = csv
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replace(/^"|"$/g, '')),
    )
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}

/** A creator with two sales in the first quarter, one of them refunded in the second, and a payout. */
async function fixture() {
  const all = await payoutFixture()
  const { w, admin, seller, processes } = all
  const mara = await seller('mara@example.com')
  await mara.call(savePayee, { body: person })
  await mara.sells('100.00')
  const sold = await mara.sells('50.00')
  await processes()
  const [payout] = (await admin.call(listPayouts)).body.payouts
  await admin.call(markPayoutPaid, { params: { id: payout?.id ?? 0 }, body: { reference: 'R1' } })
  w.clock.advance(40 * 24 * 3_600_000)
  const again = await w.creator('mara@example.com')
  await again.call(refundSale, {
    params: { id: sold.purchaseId },
    body: { amount: '50.00', reason: 'x', refunded: '0.00' },
  })
  return { ...all, mara: again }
}

test('the operator’s file has who was paid and each quarter, in clear, and is in the audit log', async () => {
  const { w, mara } = await fixture()
  const admin = await w.creator('admin@example.com')

  const file = await admin.call(exportPayeeYears, { query: { year: 2026 } })
  const other = await admin.call(exportPayeeYears, { query: { year: 2025 } })

  expect(rowsOf(String(file.body))).toMatchObject([
    {
      Creator: mara.id,
      Email: 'mara@example.com',
      Kind: 'person',
      'Legal name': 'Mara Vitale',
      'Date of birth': '1988-03-09',
      Country: 'IT',
      'Tax number': 'VTLMRA88C49L424R',
      'Q1 sales': '2',
      'Q1 gross (USD)': '150.00',
      'Q1 platform fee (USD)': '30.00',
      'Q1 consideration (USD)': '120.00',
      'Q2 gross (USD)': '-50.00',
      'Q2 consideration (USD)': '-40.00',
      'Year gross (USD)': '100.00',
      'Year platform fee (USD)': '20.00',
      'Year consideration (USD)': '80.00',
      Payouts: '1',
      'Paid out (USD)': '120.00',
      'Paid to': 'PayPal: mara@example.com',
      'Gross in month 3 (USD)': '150.00',
      'Gross in month 4 (USD)': '-50.00',
    },
  ])
  expect(rowsOf(String(other.body))).toEqual([])
  const { entries } = (await admin.call(listAuditLog, { query: { q: 'exportPayeeYears' } })).body
  expect(entries.map(({ target }: { target: string }) => target)).toEqual([
    'payees of 2025',
    'payees of 2026',
  ])
})

test('creators have their own year, also below the minimum, and no one else’s', async () => {
  const { w, seller } = await fixture()
  const small = await seller('small@example.com')
  await small.sells('10.00')

  const own = rowsOf(String((await small.call(getYearFile, { query: { year: 2026 } })).body))
  const refused = await small.call(exportPayeeYears, { query: { year: 2026 } })
  const visitor = await w.visitor().call(getYearFile, { query: { year: 2026 } })

  expect(own).toMatchObject([
    { Creator: small.id, 'Q2 consideration (USD)': '8.00', Payouts: '0', 'Legal name': '' },
  ])
  expect([refused.status, visitor.status]).toEqual([403, 401])
})

test('who was paid is still in the file after the account is closed', async () => {
  const { w, mara } = await fixture()
  const balance = { email: 'mara@example.com', forfeitedBalance: '0.00' }
  const closed = await mara.call(deleteAccount, { body: balance })

  const admin = await w.creator('admin@example.com')
  const [row] = rowsOf(String((await admin.call(exportPayeeYears, { query: { year: 2026 } })).body))

  expect(closed.status).toBe(200)
  expect(row).toMatchObject({
    Email: expect.stringMatching(/@deleted\.invalid$/),
    'Legal name': 'Mara Vitale',
    'Tax number': 'VTLMRA88C49L424R',
    'Paid out (USD)': '120.00',
  })
})
