import { expect, test } from 'vitest'
import { requestRefund } from '../../../../contract/access.ts'
import { getAccess, verifyPurchase } from '../../../../contract/purchases.ts'
import { getReceipt, getReceiptPdf } from '../../../../contract/receipts.ts'
import { textOfPdf } from '../../../../tests/support/pdf-text.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

async function purchaseFixture(w: TestApp, title = 'Harbour loops') {
  const creator = await w.creator()
  const { id } = await creator.publishFile({ title })
  const fan = w.visitor()
  const { paymentIntentId, purchaseId } = await fan.purchase(id)
  const query = { payment_intent: paymentIntentId, content_id: id }
  const { body } = await fan.call(verifyPurchase, { query })
  return { fan, purchaseId, token: body.accessUrl.split('/').at(-1) ?? '' }
}

test('a receipt has the amounts, and of the buyer only the email', async () => {
  const w = await createTestApp()
  const { fan, token, purchaseId } = await purchaseFixture(w)

  const { body } = await fan.call(getReceipt, { params: { token } })

  expect(body).toEqual({
    id: purchaseId,
    number: '2026-000001',
    paidAt: '2026-03-01T12:00:00.000Z',
    title: 'Harbour loops',
    seller: null,
    issuer: null,
    business: null,
    buyerCountry: 'US',
    listAmount: '10.00',
    discount: null,
    tip: '0.00',
    taxTreatment: 'untaxed',
    tax: null,
    corrections: [],
    withdrawalConsent: null,
    email: 'fan@example.com',
    amount: '10.00',
    refundedAmount: '0.00',
    netAmount: '10.00',
    currency: 'USD',
    state: 'paid',
    card: 'Visa ••4242',
    guarantee: { policy: 'review', until: '2026-03-31T12:00:00.000Z' },
    countryQuestion: null,
    canAddCompany: true,
    licenseKeys: [],
    isTest: true,
  })
})

test('the receipt stays readable after a refund and shows it', async () => {
  const w = await createTestApp()
  const { fan, token } = await purchaseFixture(w)
  await fan.call(requestRefund, { params: { token }, body: {} })

  const { body } = await fan.call(getReceipt, { params: { token } })

  expect((await fan.call(getAccess, { params: { token } })).status).toBe(403)
  expect(body).toMatchObject({
    state: 'refunded',
    refundedAmount: '10.00',
    netAmount: '0.00',
    guarantee: null,
  })
})

test('the PDF has the ticket of the purchase and states what was paid, also after a refund, and never the access link', async () => {
  const w = await createTestApp()
  const { fan, token } = await purchaseFixture(w)
  const read = async () => textOfPdf((await fan.call(getReceiptPdf, { params: { token } })).bytes)

  const bought = await read()
  await fan.call(requestRefund, { params: { token }, body: {} })
  const refunded = await read()

  expect(bought).toMatch(/NUMBER 1 ?behind Harbour loops/)
  expect(bought).toMatch(/Order \d+ .*\/lost-link for a new link Page 1 of 1/)
  expect(bought).toContain('Total paid $10.00')
  expect(bought).not.toContain(token)
  expect(refunded).toBe(bought)
})

test('reading a receipt does not count as access, so a refund is still instant', async () => {
  const w = await createTestApp()
  const { fan, token } = await purchaseFixture(w)
  await fan.call(getReceipt, { params: { token } })
  await fan.call(getReceiptPdf, { params: { token } })

  const { body } = await fan.call(requestRefund, { params: { token }, body: {} })

  expect(body).toEqual({ state: 'refunded' })
})

test.each(['Harbour loops', 'Žluťoučký kůň 🐴', '日本語', 'x'.repeat(200)])(
  'the PDF of %j is one page, as an attachment',
  async (title) => {
    const w = await createTestApp()
    const { fan, token } = await purchaseFixture(w, title)

    const { headers, bytes } = await fan.call(getReceiptPdf, { params: { token } })

    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toContain('receipt-2026-000001.pdf')
    expect(headers['cache-control']).toContain('no-store')
    expect(String(bytes.subarray(0, 5))).toBe('%PDF-')
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  },
)

test('sixty concurrent requests for one receipt get the same PDF', async () => {
  const w = await createTestApp()
  const { fan, token } = await purchaseFixture(w)

  const all = await Promise.all(
    Array.from({ length: 60 }, () => fan.call(getReceiptPdf, { params: { token } })),
  )

  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(all.map(({ headers }) => headers.etag)).size).toBe(1)
})

test('the ninety-first request for one receipt in a minute is refused, another receipt is not', {
  tags: ['long'],
}, async () => {
  const w = await createTestApp()
  const { fan, token } = await purchaseFixture(w)
  const other = await purchaseFixture(w, 'Another')
  const pdfStatus = async (receiptToken: string) =>
    (await fan.call(getReceiptPdf, { params: { token: receiptToken } })).status
  const statuses: Array<number> = []
  for (let number = 1; number <= 91; number++) statuses.push(await pdfStatus(token))

  expect(statuses.slice(0, 90)).toEqual(Array(90).fill(200))
  expect(statuses[90]).toBe(429)
  expect(await pdfStatus(other.token)).toBe(200)
})

test('a receipt is rendered once, and its network may have thirty rendered in ten minutes', {
  tags: ['long'],
}, async () => {
  const w = await createTestApp()
  const { id } = await (await w.creator()).publishFile()
  const fan = w.visitor()
  const buy = async () => {
    const { paymentIntentId } = await fan.purchase(id)
    const query = { payment_intent: paymentIntentId, content_id: id }
    const { body } = await fan.call(verifyPurchase, { query })
    return body.accessUrl.split('/').at(-1) ?? ''
  }
  const pdfStatus = async (token: string) => (await fan.call(getReceiptPdf, { params: { token } })).status
  const first = await buy()

  const statuses = [await pdfStatus(first)]
  for (let number = 2; number <= 31; number++) statuses.push(await pdfStatus(await buy()))

  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200))
  expect(await pdfStatus(first)).toBe(200)
})
