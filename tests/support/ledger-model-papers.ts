import { eq } from 'drizzle-orm'
import type { DisputeAction } from '../../contract/sandbox.ts'
import { AppError } from '../../domain/errors.ts'
import { checkouts, purchases } from '../../server/db/schema/index.ts'
import { replaceReceipt } from '../../server/features/buying/receipts/replace-receipt.ts'
import { syncProPayment } from '../../server/features/money/subscriptions/invoice-reversals.ts'
import { upgradeToPro } from './test-app/subscription-client.ts'
import type { TestApp } from './test-app.ts'

/** A payment of Pro in the model, with the tax rate of its card's country. */
export type ModelPro = { id: string; amount: number; taxRateMillionths: number }

/** Test cards and their countries. */
export const modelCards = [
  ['paid', 'US'],
  ['paid_germany', 'DE'],
  ['paid_japan', 'JP'],
] as const

/** What a buyer in the model states: nothing, a company without a confirmed VAT ID, or one with. */
export const buyerKinds = ['consumer', 'business', 'confirmed business'] as const
export type BuyerKind = (typeof buyerKinds)[number]

/** The VAT ID of all businesses in the model. */
const frenchVatId = 'FR12345678901'

/** States a business on an open checkout, as the form at the checkout does. */
export async function stateBusiness(w: TestApp, paymentId: string, kind: BuyerKind): Promise<void> {
  if (kind === 'consumer') return
  const vatIdVerifiedAt = kind === 'confirmed business' ? w.clock.now() : null
  const company = { businessName: 'Léa SARL', businessAddress: '1 rue du Port', vatId: frenchVatId }
  await w.db
    .update(checkouts)
    .set({ buyerCountry: 'FR', ...company, vatIdVerifiedAt })
    .where(eq(checkouts.providerPaymentId, paymentId))
}

/** A company's details are added to a receipt that was issued: a credit note over the whole, and a new receipt. */
export async function correctReceipt(w: TestApp, paymentId: string): Promise<void> {
  const [bought] = await w.db
    .select({ purchase: purchases, checkout: checkouts })
    .from(purchases)
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .where(eq(checkouts.providerPaymentId, paymentId))
  if (!bought || bought.purchase.amount === 0) return
  const company = { businessName: 'Later Ltd', businessAddress: '', vatId: '', vatIdVerifiedAt: null }
  await replaceReceipt(w.ports, { bought, company, check: () => undefined })
}

type ProTerms = { w: TestApp; rateOf: (country: string) => number; paid: Array<ModelPro> }

/** Creators who pay for Pro, and what happens to these payments at the provider. */
export function proOperations({ w, rateOf, paid }: ProTerms) {
  async function change(index: number, act: (pro: ModelPro) => Promise<unknown>) {
    const pro = paid[index % Math.max(1, paid.length)]
    if (!pro) return
    await act(pro).catch((error: unknown) => {
      if (!(error instanceof AppError) && !(error instanceof Error && error.name === 'RefundFailedError'))
        throw error
    })
    await syncProPayment(w.ports, pro.id)
  }
  return {
    async pro(index: number) {
      const [card, country] = modelCards[index % modelCards.length] ?? modelCards[0]
      const before = new Set((await w.sandbox.simulate.payments()).payments.map(({ id }) => id))
      const patron = await w.creator(`patron${w.ports.newPublicId()}@example.com`)
      const taxRateMillionths = rateOf(country)
      await upgradeToPro(patron, card)
      const { payments } = await w.sandbox.simulate.payments()
      const payment = payments.find(({ id, contentId }) => !before.has(id) && contentId === null)
      if (!payment) throw new Error('Pro has no payment')
      const { amount } = await w.sandbox.getPayment(payment.id)
      paid.push({ id: payment.id, amount, taxRateMillionths })
    },
    refundPro: (index: number, share: number) =>
      change(index, ({ id, amount }) =>
        w.sandbox.refund(
          { paymentId: id, amount: Math.max(1, Math.floor(amount * share)), reason: 'requested' },
          `model/${w.ports.newPublicId()}`,
        ),
      ),
    disputePro: (index: number, move: DisputeAction) =>
      change(index, ({ id }) => w.sandbox.simulate.dispute(id, move)),
  }
}
