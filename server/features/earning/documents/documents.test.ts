import { expect, test } from 'vitest'
import { listDocuments } from '../../../../contract/admin-documents.ts'
import { refundAsAdmin } from '../../../../contract/admin-purchases.ts'
import {
  getOwnArchive,
  getOwnDocumentPdf,
  getOwnYearPdf,
  listOwnDocuments,
} from '../../../../contract/creator-documents.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { textOfPdf } from '../../../../tests/support/pdf-text.ts'
import { unzip } from '../../../../tests/support/unzip.ts'
import { issueStatements } from '../../money/statements/issue-statements.ts'

async function yearFixture() {
  const fixture = await payoutFixture()
  const { w, admin, seller, processes } = fixture
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  const { purchaseId } = await mara.sells('50.00')
  await admin.call(refundAsAdmin, {
    params: { id: purchaseId },
    body: { amount: '10.00', refunded: '0.00', reason: 'Half is missing' },
  })
  await processes()
  await issueStatements(w.ports)
  return { ...fixture, mara }
}

test('a creator without Pro has the year, its sums, and each statement', async () => {
  const { mara } = await yearFixture()

  const { body } = await mara.call(listOwnDocuments, { query: { year: 2026 } })
  const pdf = await mara.call(getOwnYearPdf, { query: { year: 2026 } })

  expect(body).toMatchObject({
    isRunning: true,
    years: [2026],
    year: {
      saleCount: 2,
      sold: '150.00',
      returned: '-10.00',
      tax: '0.00',
      fee: '28.00',
      earned: '112.00',
      payoutCount: 1,
      paidOut: '112.00',
    },
    documents: [{ number: 'S-2026-000001', type: 'statement', amount: '112.00' }],
  })
  const text = await textOfPdf(pdf.bytes)
  expect(text).toContain('Your year 2026 TEST. No money moved. So far, Mar 1, 2026')
  expect(text).toContain('2 sales $150.00 Refunds and disputes −$10.00 Our fee −$28.00 Earned $112.00')
  expect(text).toContain('1 payout of $112.00 in this year, each with a statement.')
  const empty = (await mara.call(listOwnDocuments, { query: { year: 2025 } })).body
  expect(empty).toMatchObject({ isRunning: false, documents: [], year: { saleCount: 0, earned: '0.00' } })
})

test('the year as an archive has the page, the sales without their buyers, and the statements', async () => {
  const { mara } = await yearFixture()

  const { bytes } = await mara.call(getOwnArchive, { query: { year: 2026 } })

  const files = unzip(bytes)
  expect([...files.keys()]).toEqual([
    'year-2026.pdf',
    'sales-2026.csv',
    'statement-S-2026-000001.pdf',
    'statement-S-2026-000001.csv',
  ])
  const sales = String(files.get('sales-2026.csv'))
  expect(sales).toContain('Total of 2 sales')
  expect(sales).not.toContain('fan@example.com')
})

test('a creator opens neither another one’s statement nor a buyer’s receipt', async () => {
  const { admin, mara, seller } = await yearFixture()
  const tom = await seller('tom@example.com')
  const { documents } = (await admin.call(listDocuments, { query: { period: '2026' } })).body
  const idOf = (number: string) => documents.find((each) => each.number === number)?.id ?? 0
  const status = async (who: typeof mara, number: string) =>
    (await who.call(getOwnDocumentPdf, { params: { id: idOf(number) } })).status

  expect(await status(mara, 'S-2026-000001')).toBe(200)
  expect(await status(tom, 'S-2026-000001')).toBe(404)
  expect(await status(mara, '2026-000001')).toBe(404)
})
