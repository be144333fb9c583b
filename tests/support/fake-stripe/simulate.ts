import type Stripe from 'stripe'
import { requireObject } from './api-error.ts'
import { newInvoice, payInvoice } from './billing.ts'
import { insert, newId, type Payout, type StripeStore } from './store.ts'

/** What happens at Stripe without a call of ours: payments, disputes, returned refunds. */
export function createSimulator(store: StripeStore) {
  const intentOf = (id: string) => requireObject(store.intents, id, { type: 'payment_intent' })
  const chargeOf = (id: string) =>
    requireObject(store.charges, intentOf(id).latest_charge ?? '', { type: 'charge' })

  function pay(paymentId: string) {
    const intent = intentOf(paymentId)
    const { amount, currency, metadata, livemode } = intent
    const money = { amount, currency, metadata, livemode }
    const charge = insert(store.charges, {
      ...money,
      id: newId('ch'),
      object: 'charge',
      amount_refunded: 0,
      paid: true,
      disputed: false,
      // Stripe settles a charge a moment later.
      balance_transaction: null,
      payment_intent: paymentId,
      payment_method_details: {
        card: { brand: 'visa', last4: '4242', country: 'US', fingerprint: 'Xt5EWLLDS7FJjR1c' },
      },
    })
    const paid = { status: 'succeeded', amount_received: amount, last_payment_error: null } as const
    Object.assign(intent, paid, { latest_charge: charge.id })
  }

  return {
    pay,
    /** Sets any status at Stripe. */
    setStatus: (paymentId: string, status: Stripe.PaymentIntent.Status) =>
      Object.assign(intentOf(paymentId), { status }),
    decline: (paymentId: string, error: Stripe.PaymentIntent.LastPaymentError) =>
      Object.assign(intentOf(paymentId), { last_payment_error: error }),
    /** Settles the charge, so that Stripe's fee is known, in its settlement currency. */
    setBalanceTransaction(
      paymentId: string,
      { fee, amount, currency }: { fee: number; amount?: number; currency?: string },
    ) {
      const charge = chargeOf(paymentId)
      const money = { fee, amount: amount ?? charge.amount, currency: currency ?? charge.currency }
      const transaction = { ...money, id: newId('txn'), object: 'balance_transaction' as const }
      charge.balance_transaction = insert(store.balanceTransactions, transaction).id
    },
    dispute(paymentId: string, values: Pick<Stripe.Dispute, 'status'> & Partial<Stripe.Dispute>) {
      const charge = chargeOf(paymentId)
      charge.disputed = true
      const { amount, currency, livemode } = charge
      return insert(store.disputes, {
        amount,
        currency,
        livemode,
        reason: 'fraudulent',
        balance_transactions: [],
        ...values,
        id: newId('du'),
        object: 'dispute',
        charge: charge.id,
        payment_intent: paymentId,
      })
    },
    raiseEarlyFraudWarning(paymentId: string) {
      const charge = chargeOf(paymentId)
      return insert(store.warnings, {
        id: newId('issfr'),
        object: 'radar.early_fraud_warning',
        fraud_type: 'made_with_stolen_card',
        livemode: charge.livemode,
        charge: charge.id,
        payment_intent: paymentId,
      })
    },
    /** The bank returns a refund. */
    failRefund(refundId: string) {
      const refund = requireObject(store.refunds, refundId, { type: 'refund' })
      refund.status = 'failed'
      chargeOf(refund.payment_intent).amount_refunded -= refund.amount
    },
    finishOnboarding: (accountId: string) =>
      Object.assign(requireObject(store.accounts, accountId, { type: 'account' }), {
        details_submitted: true,
        payouts_enabled: true,
        capabilities: { transfers: 'active' },
        requirements: { currently_due: [], disabled_reason: null },
      }),
    /** A payout to the platform's own bank. */
    platformPayout: (values: Pick<Payout, 'status'> & Partial<Payout>) =>
      insert(store.payouts, {
        amount: 50_000,
        currency: 'usd',
        failure_code: null,
        failure_message: null,
        livemode: false,
        ...values,
        id: newId('po'),
        object: 'payout',
      }),
    paySubscription: (id: string, at: Date) =>
      payInvoice(store, requireObject(store.subscriptions, id, { type: 'subscription' }), at),
    /** The renewal of the latest invoice fails, because the bank asks for 3-D Secure. */
    requireConfirmation(id: string) {
      const subscription = requireObject(store.subscriptions, id, { type: 'subscription' })
      const invoice = requireObject(store.invoices, subscription.latest_invoice, { type: 'invoice' })
      subscription.status = 'past_due'
      invoice.intentStatus = 'requires_action'
      return invoice.hosted_invoice_url
    },
    /** Starts the next period with its invoice. */
    renew(id: string, at: Date) {
      const subscription = requireObject(store.subscriptions, id, { type: 'subscription' })
      const { metadata } = subscription
      const price = requireObject(store.prices, subscription.price, { type: 'price' })
      const created = Math.floor(at.getTime() / 1000)
      subscription.latest_invoice = insert(store.invoices, newInvoice({ id, metadata, price, created })).id
    },
  }
}
