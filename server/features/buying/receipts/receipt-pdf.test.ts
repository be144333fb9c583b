import { expect, test } from 'vitest'
import { refundAsAdmin } from '../../../../contract/admin-purchases.ts'
import { setBuyerTerms } from '../../../../contract/checkout.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { completePayment, verifyPurchase } from '../../../../contract/purchases.ts'
import { getCorrectionPdf, getReceipt, getReceiptPdf } from '../../../../contract/receipts.ts'
import { withdrawalConsentText } from '../../../../domain/buyer-terms.ts'
import { textOfPdf } from '../../../../tests/support/pdf-text.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

test('the receipt’s PDF has the seller, the consent and the legal pages, and a credit note’s has no consent', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const seller = {
    sellerName: 'Müller Verlag',
    sellerAddress: 'Am Kai 1\n20457 Hamburg',
    sellerCountry: 'DE',
  }
  await admin.call(updateInstanceSettings, { body: seller })
  const item = await (await w.creator()).publishText({ title: 'Bread' })
  const fan = w.visitor()
  const { paymentIntentId, clientSecret } = await fan.starts(item.id)
  const params = { paymentIntentId }
  await fan.call(setBuyerTerms, { params, body: { withdrawalConsent: true } })
  await fan.presents('paid', clientSecret, {})
  await fan.call(completePayment, { params })
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body: access } = await fan.call(verifyPurchase, { query })
  const token = access.accessUrl.split('/').at(-1) ?? ''
  await admin.call(refundAsAdmin, {
    params: { id: access.purchase.id },
    body: { amount: '3.00', refunded: '0.00', reason: 'Half of it was missing' },
  })
  const { body: receipt } = await fan.call(getReceipt, { params: { token } })
  const number = receipt.corrections[0]?.number ?? ''

  const pdf = await textOfPdf((await fan.call(getReceiptPdf, { params: { token } })).bytes)
  const note = await textOfPdf((await fan.call(getCorrectionPdf, { params: { token, number } })).bytes)

  const { publicUrl } = w.ports.config
  for (const text of [pdf, note]) {
    expect(text).toContain('Müller Verlag Am Kai 1 20457 Hamburg Germany')
    expect(text).toContain(
      `Terms: ${publicUrl}/terms Privacy: ${publicUrl}/privacy Imprint: ${publicUrl}/imprint`,
    )
  }
  expect(pdf).toContain(`On March 1, 2026 you agreed: “${withdrawalConsentText}”`)
  expect(pdf).not.toContain('Refunded')
  expect(note).toContain(`Credit note`)
  expect(note).toContain('Credited −$3.00')
  expect(note).not.toContain('you agreed')
})
