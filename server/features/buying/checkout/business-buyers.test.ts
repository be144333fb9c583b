import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setBuyerTerms } from '../../../../contract/checkout.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { completePayment, verifyPurchase } from '../../../../contract/purchases.ts'
import { answerCountryForm, getReceipt } from '../../../../contract/receipts.ts'
import { addEuTaxRates, addTaxRate, getTaxReport, getTaxReportFile } from '../../../../contract/tax.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { startVatRegister } from '../../../../tests/support/vat-register.ts'
import { documents, purchases } from '../../../db/schema/index.ts'
import { verifyLedger } from '../../../verify/run-checks.ts'

/** A German seller with taxes on, and an item of 11.90. */
async function germanShop(env: Record<string, string> = {}) {
  const w = await createTestApp({ env: { CURRENCY: 'EUR', ...env } })
  const admin = await w.creator('admin@example.com')
  await admin.call(addEuTaxRates)
  await admin.call(updateInstanceSettings, {
    body: { taxEnabled: true, sellerName: 'Hafenladen', sellerCountry: 'DE', sellerVatId: 'DE123456789' },
  })
  const item = await (await w.creator()).publishText({ price: '11.90' })
  return { w, admin, item }
}

type Terms = { country: string; region?: string; businessName?: string; vatId?: string }

async function buyAs(w: TestApp, item: { id: number }, terms: Terms, card: 'paid' | 'paid_germany') {
  const fan = w.visitor()
  const { paymentIntentId, clientSecret } = await fan.starts(item.id)
  const params = { paymentIntentId }
  const answer = await fan.call(setBuyerTerms, { params, body: { ...terms, withdrawalConsent: true } })
  if (answer.status !== 200) return { status: answer.status, error: answer.body }
  await fan.presents(card, clientSecret, {})
  await fan.call(completePayment, { params })
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body: access } = await fan.call(verifyPurchase, { query })
  const token = access.accessUrl.split('/').at(-1) ?? ''
  const { body: receipt } = await fan.call(getReceipt, { params: { token } })
  return { status: 200, fan, token, receipt }
}

test('a business of another EU country with a confirmed VAT ID owes the tax itself, and is no line of the one-stop shop', async () => {
  const register = await startVatRegister({
    body: { valid: true, name: 'LEA SARL', address: '1 rue du Port 75001 Paris' },
  })
  const { w, admin, item } = await germanShop(register.env)
  const lea = { country: 'FR', vatId: 'FR12345678901' }

  const { receipt } = await buyAs(w, item, lea, 'paid_germany')
  await buyAs(w, item, { country: 'DE' }, 'paid_germany')
  register.isDown()
  await buyAs(w, item, lea, 'paid_germany')
  register.answers({ body: { valid: false } })
  const refused = await buyAs(w, item, lea, 'paid_germany')
  const { body: report } = await admin.call(getTaxReport, { query: { year: 2026, quarter: 1 } })

  expect(receipt).toMatchObject({
    business: { name: 'LEA SARL', address: '1 rue du Port 75001 Paris', vatId: 'FR12345678901' },
    buyerCountry: 'FR',
    taxTreatment: 'reverse_charge',
    tax: null,
  })
  expect(refused).toMatchObject({
    status: 400,
    error: { fields: { vatId: expect.stringContaining('register') } },
  })
  expect(
    report.lines.map(({ country, taxReturn, isBusiness, taxAmount }) => [
      country,
      taxReturn,
      isBusiness,
      taxAmount,
    ]),
  ).toEqual([
    ['DE', 'local', false, '1.90'],
    // Anybody can type a number: unconfirmed, it moves no tax.
    ['DE', 'local', true, '1.90'],
    ['FR', 'reverse_charge', true, '0.00'],
  ])
  expect(report.taxAmount).toBe(report.ledgerTaxAmount)
  const [first] = await w.db.select().from(documents).where(eq(documents.taxTreatment, 'reverse_charge'))
  expect(first?.evidence).toEqual([
    { source: 'stated', country: 'FR' },
    { source: 'card', country: 'DE' },
    { source: 'vat_id', country: 'FR' },
  ])
  const client = await w.ports.pool.connect()
  expect(await verifyLedger(client).finally(() => client.release())).toEqual([])
})

test('a buyer whose card is from another country is asked once where they live, and the answer is kept', async () => {
  const { w, admin, item } = await germanShop()
  const bought = await buyAs(w, item, { country: 'FR' }, 'paid_germany')
  const { fan, token = '', receipt } = bought
  const conflicts = async () => {
    const { body } = await admin.call(getTaxReport, { query: { year: 2026, quarter: 1 } })
    return body.lines.map((line) => line.conflicts)
  }
  const before = await conflicts()
  const forwarded = await w.visitor().call(getReceipt, { params: { token } })

  const wrong = await fan?.call(answerCountryForm, { params: { token }, body: { country: 'US' } })
  const afterWrong = await conflicts()
  await fan?.call(answerCountryForm, { params: { token }, body: { country: 'FR' } })
  await fan?.call(answerCountryForm, { params: { token }, body: { country: 'DE' } })

  expect(receipt).toMatchObject({ buyerCountry: 'DE', countryQuestion: { card: 'DE', stated: 'FR' } })
  expect(forwarded.body.countryQuestion).toBeNull()
  expect(wrong?.headers.location).toBe(`/access/${token}/receipt`)
  expect([before, afterWrong, await conflicts()]).toEqual([[1], [1], [0]])
  expect((await fan?.call(getReceipt, { params: { token } }))?.body.countryQuestion).toBeNull()
  expect(await w.db.select().from(purchases)).toMatchObject([
    { answeredCountry: 'FR', countryAnsweredAt: w.clock.now(), taxAmount: 190 },
  ])
})

test('a state with a rate of its own is asked for, and taxes by four decimals', async () => {
  const { w, admin, item } = await germanShop()
  const rate = { kind: 'digital' as const, validFrom: '2026-01-01' }
  const added = [
    await admin.call(addTaxRate, { body: { ...rate, country: 'US', region: 'NY', percent: '8.875' } }),
    await admin.call(addTaxRate, { body: { ...rate, country: 'US', region: 'XX', percent: '8' } }),
    await admin.call(addTaxRate, { body: { ...rate, country: 'US', percent: '8.87501' } }),
  ]

  const without = await buyAs(w, item, { country: 'US' }, 'paid')
  const inNewYork = await buyAs(w, item, { country: 'US', region: 'NY' }, 'paid')
  const inOregon = await buyAs(w, item, { country: 'US', region: 'OR' }, 'paid')
  const { body: report } = await admin.call(getTaxReport, { query: { year: 2026, quarter: 1 } })
  const file = await admin.call(getTaxReportFile, { query: { year: 2026, quarter: 1 } })

  expect(added.map(({ status }) => status)).toEqual([200, 400, 400])
  expect(without).toMatchObject({ status: 400, error: { fields: { region: 'Choose a state' } } })
  expect(inNewYork.receipt?.tax).toEqual({ rateMillionths: 88_750, amount: '0.97', netAmount: '10.93' })
  expect(inOregon.receipt?.tax).toBeNull()
  expect(report.lines.map(({ country, region, taxReturn }) => [country, region, taxReturn])).toEqual([
    ['US', 'NY', 'local'],
    ['US', 'OR', 'none'],
  ])
  expect(String(file.body)).toContain('US,NY,consumers,items,local,digital,8.875%')
})

test('the report of a quarter is that of the site’s clock', async () => {
  const { w, admin, item } = await germanShop()
  await admin.call(updateInstanceSettings, { body: { timeZone: 'Asia/Tokyo' } })
  w.clock.advance(Date.parse('2026-03-31T14:59:00Z') - w.clock.now().getTime())
  await buyAs(w, item, { country: 'DE' }, 'paid_germany')
  w.clock.advance(60_000)
  await buyAs(w, item, { country: 'DE' }, 'paid_germany')

  const reports = await Promise.all(
    [1, 2].map((quarter) => admin.call(getTaxReport, { query: { year: 2026, quarter } })),
  )

  expect(
    reports.map(({ body }) => body.lines.map(({ documents, suppliedIn }) => [documents, suppliedIn])),
  ).toEqual([[[1, '2026-Q1']], [[1, '2026-Q2']]])
  expect(reports.map(({ body }) => [body.taxAmount, body.ledgerTaxAmount])).toEqual([
    ['1.90', '1.90'],
    ['1.90', '1.90'],
  ])
})
