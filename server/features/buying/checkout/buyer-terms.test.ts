import { expect, test } from 'vitest'
import { getRefundEligibility } from '../../../../contract/access.ts'
import { setBuyerTerms } from '../../../../contract/checkout.ts'
import { type InstanceSettings, updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import {
  completePayment,
  downloadContent,
  getCheckout,
  verifyPurchase,
} from '../../../../contract/purchases.ts'
import { getReceipt } from '../../../../contract/receipts.ts'
import { addEuTaxRates } from '../../../../contract/tax.ts'
import { withdrawalConsentText } from '../../../../domain/buyer-terms.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

async function instanceWith(settings: Partial<InstanceSettings>) {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  await admin.call(addEuTaxRates)
  await admin.call(updateInstanceSettings, { body: settings })
  const item = await (await w.creator()).publishText()
  return { w, item }
}

async function startsCheckout(w: TestApp, contentId: number) {
  const fan = w.visitor()
  const { paymentIntentId, clientSecret } = await fan.starts(contentId)
  const { body } = await fan.call(getCheckout, {
    params: { id: contentId },
    headers: fan.clientSecretHeaders(clientSecret),
  })
  const params = { paymentIntentId }
  return { fan, paymentIntentId, clientSecret, params, terms: body.terms }
}

test.each([
  [{}, null],
  [{ sellerCountry: 'US' }, null],
  [{ sellerCountry: 'DE' }, { asksCountry: false, consentCountries: null }],
  [
    { taxEnabled: true, sellerCountry: 'DE' },
    { asksCountry: true, consentCountries: null },
  ],
  [
    { taxEnabled: true, sellerCountry: 'US' },
    { asksCountry: true, consentCountries: expect.arrayContaining(['DE', 'GB', 'NO']) },
  ],
])('with %j a checkout asks for %j', async (settings, expected) => {
  const { w, item } = await instanceWith(settings)

  const { terms } = await startsCheckout(w, item.id)

  expect(terms).toEqual(expected === null ? null : expect.objectContaining(expected))
})

test('the consent is stored with the purchase, and is in the email and on the receipt', async () => {
  const { w, item } = await instanceWith({ sellerCountry: 'DE' })
  const { fan, params, paymentIntentId, clientSecret } = await startsCheckout(w, item.id)

  const refused = await fan.call(setBuyerTerms, { params, body: {} })
  const saved = await fan.call(setBuyerTerms, { params, body: { withdrawalConsent: true } })
  await fan.presents('paid', clientSecret, {})
  await fan.call(completePayment, { params })
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body: access } = await fan.call(verifyPurchase, { query })
  const token = access.accessUrl.split('/').at(-1) ?? ''
  const { body: receipt } = await fan.call(getReceipt, { params: { token } })
  await w.runJobs()

  expect([refused.status, saved.status]).toEqual([400, 200])
  expect(receipt.withdrawalConsent).toEqual({ text: withdrawalConsentText, at: '2026-03-01T12:00:00.000Z' })
  expect(access.purchase.hasWithdrawalRight).toBe(false)
  const [email] = (await w.mailbox.list()).filter(({ subject }) => subject.endsWith(' is yours'))
  expect((await w.mailbox.read(email?.id ?? ''))?.text).toContain(withdrawalConsentText)
})

test('a buyer of the EEA who was not asked for consent withdraws within 14 days, also after opening it', async () => {
  const { w, item } = await instanceWith({ sellerCountry: 'US' })
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id, { card: 'paid_germany' })
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body: access } = await fan.call(verifyPurchase, { query })
  const token = access.accessUrl.split('/').at(-1) ?? ''
  await fan.call(downloadContent, { params: { id: item.id } })
  const eligibility = async () => (await fan.call(getRefundEligibility, { params: { token } })).body

  w.clock.advance(14 * 24 * 3_600_000 - 1)
  const before = await eligibility()
  w.clock.advance(1)
  const after = await eligibility()

  expect(access.purchase.hasWithdrawalRight).toBe(true)
  expect([before.isInstant, after.isInstant]).toEqual([true, false])
  expect(after.status).toBe('available')
})

test('a business gets its name and VAT ID on the receipt, and a wrong ID is rejected', async () => {
  const { w, item } = await instanceWith({ taxEnabled: true, sellerCountry: 'US' })
  const { fan, params, paymentIntentId, clientSecret } = await startsCheckout(w, item.id)
  const business = { country: 'DE', businessName: 'Acme', withdrawalConsent: true }

  const wrong = await fan.call(setBuyerTerms, { params, body: { ...business, vatId: 'DE12' } })
  const withoutCountry = await fan.call(setBuyerTerms, { params, body: { withdrawalConsent: true } })
  await fan.call(setBuyerTerms, { params, body: { ...business, vatId: 'de 123456789' } })
  await fan.presents('slow', clientSecret, {})
  w.clock.advance(20_000)
  await fan.call(completePayment, { params })
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body: access } = await fan.call(verifyPurchase, { query })
  const token = access.accessUrl.split('/').at(-1) ?? ''
  const { body: receipt } = await fan.call(getReceipt, { params: { token } })

  expect([wrong.status, withoutCountry.status]).toEqual([400, 400])
  expect(receipt).toMatchObject({ business: { name: 'Acme', vatId: 'DE123456789' }, buyerCountry: 'DE' })
  expect(receipt.tax).toMatchObject({ rateMillionths: 190_000 })
})
