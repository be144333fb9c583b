import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { requestRefund } from '../../../../contract/access.ts'
import { refundAsAdmin } from '../../../../contract/admin-purchases.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { verifyPurchase } from '../../../../contract/purchases.ts'
import { getCorrectionPdf, getReceipt } from '../../../../contract/receipts.ts'
import {
  addEuTaxRates,
  addTaxRate,
  deleteTaxRate,
  getTaxReport,
  getTaxReportFile,
} from '../../../../contract/tax.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { documents as documentRows, purchases, taxRates } from '../../../db/schema/index.ts'
import { verifyLedger } from '../../../verify/run-checks.ts'
import { issueReceipts } from './issue-receipts.ts'

const quarter = { year: 2026, quarter: 1 }

/** An instance of a German seller with the EU's rates. */
async function taxedInstance(env: Record<string, string> = { CURRENCY: 'EUR' }) {
  const w = await createTestApp({ env })
  const admin = await w.creator('admin@example.com')
  await admin.call(addEuTaxRates)
  await admin.call(updateInstanceSettings, {
    body: { taxEnabled: true, sellerName: 'Müller Verlag', sellerCountry: 'DE', sellerVatId: 'DE123456789' },
  })
  return { w, admin }
}

async function buy(w: TestApp, item: { id: number }, card: 'paid' | 'paid_germany' | 'paid_japan') {
  const fan = w.visitor()
  const { paymentIntentId, purchaseId } = await fan.purchase(item.id, { card })
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body } = await fan.call(verifyPurchase, { query })
  const token = body.accessUrl.split('/').at(-1) ?? ''
  return {
    fan,
    purchaseId,
    token,
    receipt: async () => (await fan.call(getReceipt, { params: { token } })).body,
  }
}

async function expectVerified(w: TestApp) {
  const client = await w.ports.pool.connect()
  expect(await verifyLedger(client).finally(() => client.release())).toEqual([])
}

test('a receipt of a taxed sale has its number, the seller, net, rate and tax', async () => {
  const { w } = await taxedInstance()
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '11.90' })

  const { receipt } = await buy(w, item, 'paid_germany')

  expect(await receipt()).toMatchObject({
    number: '2026-000001',
    issuer: { name: 'Müller Verlag', country: 'DE', vatId: 'DE123456789' },
    buyerCountry: 'DE',
    card: 'Visa ••0016',
    amount: '11.90',
    tax: { rateMillionths: 190_000, amount: '1.90', netAmount: '10.00' },
  })
  expect(await w.probe.balance('tax_payable')).toBe(190)
  expect(await w.probe.balance('platform_revenue')).toBe(200)
  await expectVerified(w)
})

test('a receipt keeps the seller and rate that it was issued with', async () => {
  const { w, admin } = await taxedInstance()
  const item = await (await w.creator()).publishFile({ price: '11.90' })
  const { receipt } = await buy(w, item, 'paid_germany')
  const before = await receipt()

  await admin.call(addTaxRate, {
    body: { country: 'DE', kind: 'digital', percent: '21', validFrom: '2026-02-01' },
  })
  await admin.call(updateInstanceSettings, { body: { sellerName: 'Other', taxEnabled: false } })

  expect(await receipt()).toEqual(before)
})

test('a refund issues a credit note of its own, and the report sums to the ledger', async () => {
  const { w, admin } = await taxedInstance()
  const item = await (await w.creator()).publishFile({ price: '11.90' })
  const german = await buy(w, item, 'paid_germany')
  await buy(w, item, 'paid')
  const refund = { amount: '3.33', refunded: '0.00', reason: 'Half is missing' }
  await admin.call(refundAsAdmin, { params: { id: german.purchaseId ?? 0 }, body: refund })

  const { corrections } = await german.receipt()
  const { body: report } = await admin.call(getTaxReport, { query: quarter })
  const pdf = await german.fan.call(getCorrectionPdf, {
    params: { token: german.token, number: '2026-000003' },
  })
  const csv = await admin.call(getTaxReportFile, { query: quarter })

  expect(corrections).toMatchObject([
    { number: '2026-000003', kind: 'credit_note', amount: '-3.33', taxAmount: '-0.53' },
  ])
  expect(pdf.headers['content-disposition']).toContain('credit-note-2026-000003.pdf')
  expect(report.lines).toEqual([
    {
      country: 'DE',
      region: '',
      isBusiness: false,
      isPro: false,
      taxReturn: 'local',
      conflicts: 0,
      kind: 'digital',
      rateMillionths: 190_000,
      suppliedIn: '2026-Q1',
      documents: 2,
      amount: '8.57',
      netAmount: '7.20',
      taxAmount: '1.37',
    },
    {
      country: 'US',
      region: '',
      isBusiness: false,
      isPro: false,
      taxReturn: 'none',
      conflicts: 0,
      kind: 'digital',
      rateMillionths: 0,
      suppliedIn: '2026-Q1',
      documents: 1,
      amount: '11.90',
      netAmount: '11.90',
      taxAmount: '0.00',
    },
  ])
  expect(report).toMatchObject({ amount: '20.47', taxAmount: '1.37', ledgerTaxAmount: '1.37' })
  expect(csv.body).toContain('DE,,consumers,items,local,digital,19%,2026-Q1,2,7.20,1.37,8.57')
  await expectVerified(w)
})

test('taxes of an instance in yen are whole yen, and a full refund returns them', async () => {
  const { w, admin } = await taxedInstance({ CURRENCY: 'JPY' })
  await admin.call(addTaxRate, {
    body: { country: 'JP', kind: 'digital', percent: '10', validFrom: '2026-01-01' },
  })
  const item = await (await w.creator()).publishFile({ price: '501' })
  const { fan, token, receipt } = await buy(w, item, 'paid_japan')
  const before = await receipt()

  await fan.call(requestRefund, { params: { token }, body: {} })

  expect(before.tax).toEqual({ rateMillionths: 100_000, amount: '46', netAmount: '455' })
  expect((await receipt()).corrections).toMatchObject([{ amount: '-501', taxAmount: '-46' }])
  expect(await w.probe.balance('tax_payable')).toBe(0)
  await expectVerified(w)
})

test('the report of an instance in yen sums to its receipts and to the ledger after partial refunds', async () => {
  const { w, admin } = await taxedInstance({ CURRENCY: 'JPY' })
  const rate = { country: 'JP', kind: 'digital' as const, percent: '10', validFrom: '2026-01-01' }
  await admin.call(addTaxRate, { body: rate })
  const item = await (await w.creator()).publishFile({ price: '501' })
  const sales = [
    await buy(w, item, 'paid_japan'),
    await buy(w, item, 'paid_japan'),
    await buy(w, item, 'paid'),
  ]
  for (const [index, amount] of ['7', '100', '33'].entries())
    await admin.call(refundAsAdmin, {
      params: { id: sales[index]?.purchaseId ?? 0 },
      body: { amount, refunded: '0', reason: 'Half is missing' },
    })

  const { body: report } = await admin.call(getTaxReport, { query: quarter })

  const receipts = await Promise.all(sales.map(({ receipt }) => receipt()))
  const sum = (amounts: Array<string>) => amounts.reduce((total, amount) => total + Number(amount), 0)
  const documents = receipts.flatMap(({ amount, tax, corrections }) => [
    { amount, taxAmount: tax?.amount ?? '0' },
    ...corrections,
  ])
  expect(documents).toHaveLength(6)
  expect(Number(report.amount)).toBe(sum(documents.map(({ amount }) => amount)))
  expect(Number(report.taxAmount)).toBe(sum(documents.map(({ taxAmount }) => taxAmount)))
  expect(report.ledgerTaxAmount).toBe(report.taxAmount)
  expect(await w.probe.balance('tax_payable')).toBe(Number(report.taxAmount))
  expect(report.lines.map(({ country, documents }) => [country, documents])).toEqual([
    ['JP', 4],
    ['US', 2],
  ])
  await expectVerified(w)
})

test('processes that issue at the same time leave no gap and no duplicate', async () => {
  const { w } = await taxedInstance()
  const item = await (await w.creator()).publishFile()
  for (let sales = 0; sales < 3; sales++) await w.visitor().purchase(item.id)

  const issued = await Promise.all(Array.from({ length: 4 }, () => issueReceipts({ ...w.ports })))

  const numbers = await w.db.select().from(documentRows)
  expect(issued.reduce((sum, count) => sum + count)).toBe(3)
  expect(numbers.map(({ number }) => number).sort()).toEqual([1, 2, 3])
})

test('a new year begins with number 1, by the clock of the site', async () => {
  const { w, admin } = await taxedInstance()
  await admin.call(updateInstanceSettings, { body: { timeZone: 'Asia/Tokyo' } })
  const item = await (await w.creator()).publishFile()
  w.clock.advance(Date.parse('2026-12-31T14:59:00Z') - w.clock.now().getTime())
  const before = await buy(w, item, 'paid')
  expect((await before.receipt()).number).toBe('2026-000001')
  w.clock.advance(60_000)

  const { receipt } = await buy(w, item, 'paid')

  expect((await receipt()).number).toBe('2027-000001')
})

test('the version before issues receipts and enters rates in its own columns', async () => {
  const { w } = await taxedInstance()
  const item = await (await w.creator()).publishFile({ price: '11.90' })
  const { purchaseId } = await buy(w, item, 'paid_germany')
  await w.db.execute(sql`insert into tax_rates (country, kind, rate_bps, valid_from, created_at)
    values ('CH', 'digital', 810, '2026-01-01', now())`)
  await w.db.execute(sql`insert into receipts (year, number, kind, purchase_id, creator_id, posting_kind, posting_reference, amount,
      tax_amount, tax_rate_bps, tax_kind, currency, buyer_country, business_name, vat_id, title, seller, booked_at, supplied_at, issued_at)
    select 2026, 1, 'receipt', id, creator_id, 'sale', 'purchase/' || order_number, amount, tax_amount, tax_rate_bps, 'digital', currency,
      buyer_country, '', '', 'Dusk', '{}', now(), now(), now() from purchases where order_number = ${purchaseId}`)

  const { rows } = await w.db.execute(sql`select tax_rate_bps from receipts`)

  expect(rows).toEqual([{ tax_rate_bps: 1900 }])
  expect(await w.db.select().from(documentRows)).toMatchObject([
    { series: 'sales', taxRateMillionths: 190_000, taxTreatment: 'taxed' },
  ])
  expect(await w.db.select().from(taxRates).where(eq(taxRates.country, 'CH'))).toMatchObject([
    { rateMillionths: 81_000, region: '' },
  ])
})

test('a rate that receipts have cannot be deleted, and a second one from the same day is rejected', async () => {
  const { w, admin } = await taxedInstance()
  await admin.call(updateInstanceSettings, { body: { timeZone: 'Asia/Tokyo' } })
  const item = await (await w.creator()).publishFile()
  // January 1 there, and December 31 in UTC: before the first day of the rates.
  await buy(w, item, 'paid_germany')
  const { id } = (await w.db.select().from(purchases))[0] ?? { id: 0 }
  const paidAt = new Date('2025-12-31T20:00:00Z')
  await w.db.update(purchases).set({ paidAt }).where(eq(purchases.id, id))
  const rates = await w.db.select().from(taxRates)
  const idOf = (country: string) => rates.find((rate) => rate.country === country)?.id ?? 0
  const again = { country: 'FR', kind: 'digital' as const, percent: '20', validFrom: '2026-01-01' }

  expect((await admin.call(deleteTaxRate, { params: { id: idOf('DE') } })).status).toBe(409)
  expect((await admin.call(deleteTaxRate, { params: { id: idOf('FR') } })).status).toBe(200)
  expect((await admin.call(addTaxRate, { body: again })).status).toBe(200)
  expect((await admin.call(addTaxRate, { body: again })).status).toBe(409)
})
