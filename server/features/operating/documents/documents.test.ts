import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  getDatevFile,
  getDocumentPdf,
  getDocumentsArchive,
  getDocumentsCsv,
  getDocumentTotals,
  getLedgerCsv,
  listDocuments,
} from '../../../../contract/admin-documents.ts'
import { processPayouts } from '../../../../contract/admin-payouts.ts'
import { getPurchaseDetail, refundAsAdmin } from '../../../../contract/admin-purchases.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { setPayoutMethod } from '../../../../contract/payouts.ts'
import { addEuTaxRates } from '../../../../contract/tax.ts'
import { textOfPdf } from '../../../../tests/support/pdf-text.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { unzip } from '../../../../tests/support/unzip.ts'
import { issueStatements } from '../../money/statements/issue-statements.ts'

/** Two sales with tax, one of them refunded in part, and a payout: in euros. */
async function booksFixture() {
  const w = await createTestApp({ env: { CURRENCY: 'EUR' } })
  const admin = await w.creator('admin@example.com')
  await admin.call(addEuTaxRates)
  await admin.call(updateInstanceSettings, {
    body: { taxEnabled: true, sellerName: 'Müller Verlag', sellerCountry: 'DE', timeZone: 'Europe/Berlin' },
  })
  const mara = await w.creator('mara@example.com')
  await mara.call(setPayoutMethod, { body: { payoutMethod: 'paypal', payoutEmail: 'mara@example.com' } })
  const item = await mara.publishFile({ title: '=1+1 Night Ferry', price: '119.00' })
  const { purchaseId } = await w.visitor().purchase(item.id, { card: 'paid_germany' })
  await w.visitor().purchase(item.id, { card: 'paid_germany' })
  await admin.call(refundAsAdmin, {
    params: { id: purchaseId },
    body: { amount: '33.30', refunded: '0.00', reason: 'Half is missing' },
  })
  await admin.call(processPayouts, { body: { month: 3, year: 2026 } })
  await w.runPayoutJobs()
  await issueStatements(w.ports)
  return { w, admin, purchaseId }
}

const period = '2026-Q1'

test('documents are listed newest first, found by number, order and name, and each opens as it was issued', async () => {
  const { admin, purchaseId } = await booksFixture()
  const find = async (query: object) =>
    (await admin.call(listDocuments, { query: { period, ...query } })).body.documents.map(
      ({ number }) => number,
    )

  expect(await find({})).toEqual(['S-2026-000001', '2026-000003', '2026-000002', '2026-000001'])
  expect(await find({ type: 'credit_note' })).toEqual(['2026-000003'])
  expect(await find({ period: '2025', q: '2026-2' })).toEqual(['2026-000002'])
  expect(await find({ period: '2025', q: String(purchaseId) })).toEqual(['2026-000003', '2026-000001'])
  expect(await find({ q: 'night' })).toEqual(['2026-000003', '2026-000002', '2026-000001'])
  expect(await find({ period: '2026-Q2' })).toEqual([])
  const [{ id = 0 } = {}] = (await admin.call(listDocuments, { query: { period, q: '2026-000003' } })).body
    .documents
  const pdf = await admin.call(getDocumentPdf, { params: { id } })
  expect(pdf.headers['content-disposition']).toContain('credit-note-2026-000003.pdf')
  expect(await textOfPdf(pdf.bytes)).toContain('Credited −€33.30')
})

test('the totals of a period keep each kind apart', async () => {
  const { admin } = await booksFixture()

  const { body } = await admin.call(getDocumentTotals, { query: { period } })

  expect(body.timeZone).toBe('Europe/Berlin')
  expect(body.totals).toEqual([
    { type: 'receipt', count: 2, amount: '238.00', taxAmount: '38.00' },
    { type: 'credit_note', count: 1, amount: '-33.30', taxAmount: '-5.32' },
    { type: 'statement', count: 1, amount: '137.61', taxAmount: '0.00' },
  ])
})

test('the lists have the columns of their description, and no cell is a formula', async () => {
  const { admin } = await booksFixture()

  const documents = String((await admin.call(getDocumentsCsv, { query: { period } })).body)
  const ledger = String((await admin.call(getLedgerCsv, { query: { period } })).body)

  const [head = '', first = ''] = documents.replace('\ufeff', '').split('\r\n')
  expect(head).toBe(
    'Number,Date,Kind,Corrects,Supplied on,Order,Payout,For,Country,Region,Evidence,Company,Address,VAT ID,Tax case,Tax kind,Tax rate,Net,Tax,Gross,Currency,Posting,Issued (UTC),SHA-256 of its content',
  )
  expect(first).toMatch(
    /^2026-000001,2026-03-01,Receipt,,2026-03-01,\d+,,'=1\+1 Night Ferry,DE,,card DE,,,,taxed,digital,19,100\.00,19\.00,119\.00,EUR,sale purchase\/\d+,2026-03-01T12:00:00\.000Z,[0-9a-f]{64}$/,
  )
  expect(ledger.replace('\ufeff', '').split('\r\n')[0]).toBe(
    'Entry,Booked (UTC),Kind,Reference,Account,Amount,Currency,Document',
  )
  expect(ledger).toMatch(/sale,purchase\/\d+,tax_payable,19\.00,EUR,2026-000001/)
  const amounts = ledger.trim().split('\r\n').slice(1)
  expect(amounts.reduce((sum, line) => sum + Math.round(Number(line.split(',')[5]) * 100), 0)).toBe(0)
})

test('the archive of a period has each PDF as it was issued, the lists, and a sheet that equals the totals', async () => {
  const { admin } = await booksFixture()
  const list = (await admin.call(listDocuments, { query: { period } })).body.documents
  const single = await Promise.all(
    list.map(async ({ id }) => (await admin.call(getDocumentPdf, { params: { id } })).bytes),
  )

  const archive = await admin.call(getDocumentsArchive, { query: { period } })

  expect(archive.headers['content-disposition']).toContain('documents-2026-Q1.zip')
  const files = await unzip(archive.bytes)
  expect([...files.keys()]).toEqual([
    'documents.csv',
    'ledger.csv',
    'sums.csv',
    'pdf/receipt-2026-000001.pdf',
    'pdf/receipt-2026-000002.pdf',
    'pdf/credit-note-2026-000003.pdf',
    'pdf/statement-S-2026-000001.pdf',
  ])
  const hash = (bytes: Buffer = Buffer.alloc(0)) => createHash('sha256').update(bytes).digest('hex')
  const pdfs = [...files].filter(([path]) => path.startsWith('pdf/')).map(([, bytes]) => hash(bytes))
  expect(pdfs.toSorted()).toEqual(single.map(hash).toSorted())
  const sheet = String(files.get('sums.csv'))
  expect(sheet).toContain('Receipts,2,200.00,38.00,238.00')
  expect(sheet).toContain('Credit notes,1,-27.98,-5.32,-33.30')
  expect(sheet).toContain('Statements,1,137.61,0.00,137.61')
  expect(sheet).toContain('Ledger: sale tax payable,,,,38.00')
  expect(sheet).toContain('Ledger: refund tax payable,,,,-5.32')
})

test('the admin’s record of a purchase has its documents, where the buyer is and what says so', async () => {
  const { admin, purchaseId } = await booksFixture()

  const { body } = await admin.call(getPurchaseDetail, { params: { id: purchaseId } })

  expect(body.documents).toMatchObject([
    { number: '2026-000001', type: 'receipt', amount: '119.00' },
    { number: '2026-000003', type: 'credit_note', amount: '-33.30' },
  ])
  expect(body.taxCase).toMatchObject({
    country: 'DE',
    evidence: [{ source: 'card', country: 'DE' }],
    treatment: 'taxed',
    vatId: '',
  })
})

test('a file for DATEV is there when the settings have what an adviser gives, and says what is missing before', async () => {
  const { admin } = await booksFixture()
  const problem = async () => (await admin.call(getDocumentTotals, { query: { period } })).body.datevProblem

  expect(await problem()).toContain('the adviser’s number')
  const refused = await admin.call(getDatevFile, { query: { period } })
  expect(refused.status).toBe(409)
  expect(String(refused.bytes)).toContain(await problem())
  await admin.call(updateInstanceSettings, {
    body: {
      datevConsultant: '29098',
      datevClient: '55003',
      datevClearingAccount: '1460',
      datevHomeAccount: '4400',
      datevOssAccount: '4320',
      datevReverseChargeAccount: '4336',
      datevUntaxedAccount: '4338',
      datevCreatorsAccount: '5900',
    },
  })

  const { bytes, headers } = await admin.call(getDatevFile, { query: { period } })

  expect(await problem()).toBeNull()
  expect(headers['content-disposition']).toContain('EXTF_Buchungsstapel_2026-Q1.csv')
  const lines = bytes.toString('latin1').split('\r\n')
  expect(lines[0]).toMatch(
    /^"EXTF";700;21;"Buchungsstapel";13;\d{17};.*;29098;55003;20260101;4;20260101;20260331;/,
  )
  expect(lines.slice(2, -1).map((line) => line.split(';').slice(0, 11).join(';'))).toEqual([
    '119,00;"S";"EUR";;;;1460;4400;;0103;"2026-000001"',
    '119,00;"S";"EUR";;;;1460;4400;;0103;"2026-000002"',
    '33,30;"H";"EUR";;;;1460;4400;;0103;"2026-000003"',
    '137,61;"H";"EUR";;;;1460;5900;;0103;"S-2026-000001"',
  ])
})
