import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  getPurchaseDetail,
  refundAsAdmin,
  replaceReceiptAsAdmin,
} from '../../../../contract/admin-purchases.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { verifyPurchase } from '../../../../contract/purchases.ts'
import { getCorrectionPdf, getReceipt, getReceiptPdf } from '../../../../contract/receipts.ts'
import { addEuTaxRates, getTaxReport } from '../../../../contract/tax.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { textOfPdf } from '../../../../tests/support/pdf-text.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { documents } from '../../../db/schema/index.ts'

/** A sale with German tax, and the form of its receipt's page. */
async function receiptFixture() {
  const w = await createTestApp({ env: { CURRENCY: 'EUR' } })
  const admin = await w.creator('admin@example.com')
  await admin.call(addEuTaxRates)
  await admin.call(updateInstanceSettings, {
    body: { taxEnabled: true, sellerName: 'Müller Verlag', sellerCountry: 'DE' },
  })
  const item = await (await w.creator()).publishFile({ price: '11.90' })
  const fan = w.visitor()
  const { paymentIntentId, purchaseId } = await fan.purchase(item.id, { card: 'paid_germany' })
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body } = await fan.call(verifyPurchase, { query })
  const token = body.accessUrl.split('/').at(-1) ?? ''
  return {
    w,
    admin,
    fan,
    token,
    purchaseId,
    receipt: async () => (await fan.call(getReceipt, { params: { token } })).body,
    /** Presses the form's button, and returns where it leads. */
    async adds(fields: Record<string, string>) {
      const { headers } = await fan.send('POST', `/access/${token}/company`, {
        payload: String(new URLSearchParams(fields)),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      })
      return String(headers.location)
    },
  }
}

const company = { businessName: 'Léa SARL', businessAddress: '1 rue du Port\n13002 Marseille', vatId: '' }

test('a buyer puts a company on the receipt once: a credit note cancels it, and a new one is issued', async () => {
  const { w, admin, fan, token, purchaseId, receipt, adds } = await receiptFixture()
  const first = (await fan.call(getReceiptPdf, { params: { token } })).bytes
  const before = await receipt()

  const page = await adds(company)
  const again = await adds({ ...company, businessName: 'Other' })
  await admin.call(refundAsAdmin, {
    params: { id: purchaseId },
    body: { amount: '3.33', refunded: '0.00', reason: 'Half is missing' },
  })

  expect(before).toMatchObject({ number: '2026-000001', business: null, canAddCompany: true })
  expect(page).toBe(`/access/${token}/receipt`)
  expect(again).toContain('problem=conflict')
  const after = await receipt()
  expect(after).toMatchObject({ number: '2026-000003', canAddCompany: false })
  expect(after.business).toEqual({ name: 'Léa SARL', address: '1 rue du Port\n13002 Marseille', vatId: '' })
  expect(after.corrections.map(({ number, kind, amount }) => [number, kind, amount])).toEqual([
    ['2026-000001', 'receipt', '11.90'],
    ['2026-000002', 'credit_note', '-11.90'],
    ['2026-000004', 'credit_note', '-3.33'],
  ])
  const read = async (number: string) =>
    (await fan.call(getCorrectionPdf, { params: { token, number } })).bytes
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(hash(await read('2026-000001'))).toBe(hash(first))
  expect(await textOfPdf(await read('2026-000002'))).toContain('Corrects receipt 2026-000001')
  expect(await textOfPdf(await read('2026-000004'))).toContain('Corrects receipt 2026-000003')
  const replaced = await textOfPdf((await fan.call(getReceiptPdf, { params: { token } })).bytes)
  expect(replaced).toContain('Léa SARL 1 rue du Port 13002 Marseille')
  expect(replaced).toContain('Replaces receipt 2026-000001')
  const rows = await w.db.select().from(documents)
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(0 - (await w.probe.balance('cash_clearing')))
  expect(await checkLedger(w)).toEqual([])
  const { body: report } = await admin.call(getTaxReport, { query: { year: 2026, quarter: 1 } })
  expect(report.ledgerTaxAmount).toBe(report.taxAmount)
})

test('a form that can’t be saved leads back with what was typed, and issues nothing', async () => {
  const { w, receipt, adds } = await receiptFixture()
  await receipt()

  const nameless = new URL(await adds({ ...company, businessName: ' ' }), 'http://x')
  const wrong = new URL(await adds({ ...company, vatId: 'XX1' }), 'http://x')
  w.clock.advance(31 * 24 * 3_600_000)
  const late = new URL(await adds(company), 'http://x')

  expect(nameless.searchParams.get('field')).toBe('businessName')
  expect(Object.fromEntries(wrong.searchParams)).toMatchObject({ ...company, vatId: 'XX1', field: 'vatId' })
  expect(late.searchParams.get('problem')).toBe('conflict')
  expect((await receipt()).canAddCompany).toBe(false)
  expect(await w.db.select().from(documents)).toHaveLength(1)
})

test('an admin corrects the company again, with an entry of the audit log', async () => {
  const { w, admin, purchaseId, receipt, adds } = await receiptFixture()
  await adds(company)

  const { status, body } = await admin.call(replaceReceiptAsAdmin, {
    params: { id: purchaseId },
    body: { ...company, businessName: 'Léa et Fils SARL', reason: 'A typo in the name' },
  })

  expect(status).toBe(200)
  expect(body.documents.map(({ number }) => number)).toEqual([
    '2026-000001',
    '2026-000002',
    '2026-000003',
    '2026-000004',
    '2026-000005',
  ])
  expect((await receipt()).business?.name).toBe('Léa et Fils SARL')
  expect(
    (await admin.call(getPurchaseDetail, { params: { id: purchaseId } })).body.taxCase.businessName,
  ).toBe('Léa et Fils SARL')
  expect(await checkLedger(w)).toEqual([])
})
