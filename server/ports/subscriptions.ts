import type { Currency, MinorUnits } from '../../contract/money.ts'
import type { OfferedPrice } from '../../domain/pro-price.ts'

export type PaidInvoice = {
  invoiceId: string
  amount: MinorUnits
  currency: Currency
  paidAt: Date
  /** The month that it pays for. */
  periodStart: Date
  periodEnd: Date
}

export type SubscriptionSnapshot = {
  subscriptionId: string
  /** `incomplete` until its first payment; `past_due` while a renewal is being retried. */
  state: 'incomplete' | 'active' | 'past_due' | 'canceled' | 'unknown'
  userId?: string
  /** What each renewal costs. */
  price?: { amount: MinorUnits; currency: Currency }
  currentPeriodEnd?: Date
  cancelAtPeriodEnd: boolean
  /** Where the subscriber confirms an unpaid renewal (3-D Secure): a URL, or a path of this site. */
  confirmationUrl?: string
  /** Where an unpaid renewal is paid with another card, which then pays the next ones too: a URL, or a path of this site. */
  paymentUrl?: string
  /** Paid invoices, oldest first. */
  invoices: Array<PaidInvoice>
}

/** What the first payment charges, which is what the subscriber is shown. */
export type CreatedSubscription = {
  subscriptionId: string
  clientSecret: string
  amount: MinorUnits
  currency: Currency
}

/**
 * Subscriptions to Pro at the provider. The same idempotency key returns the same result. `create` returns the client
 * secret of an incomplete subscription at today's price if there is one. Methods throw for an unknown id.
 */
export interface SubscriptionCapability {
  /** Throws ProviderRefusedError for a price that the provider does not know or show us. */
  getPrice(): Promise<OfferedPrice>
  createCustomer(
    request: { userId: string; email: string },
    idempotencyKey: string,
  ): Promise<{ customerId: string }>
  create(
    request: { userId: string; customerId: string },
    idempotencyKey: string,
  ): Promise<CreatedSubscription>
  get(subscriptionId: string): Promise<SubscriptionSnapshot>
  /** The payment of a paid invoice, for `PaymentProvider.getPayment`; undefined when it was paid another way. */
  findInvoicePayment(invoiceId: string): Promise<string | undefined>
  /** A page of the provider on which the card of the next payments is replaced: a URL, or a path of this site. */
  createCardPage(request: {
    subscriptionId: string
    customerId: string
    returnUrl: string
  }): Promise<{ url: string }>
  /** Cancels the renewal. The subscription stays active until the period ends. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<SubscriptionSnapshot>
  /** Undoes `cancelAtPeriodEnd`. */
  resume(subscriptionId: string): Promise<SubscriptionSnapshot>
  /** Ends it at once, also an unpaid one. One that has ended is returned as it is. Refunds nothing. */
  cancelNow(subscriptionId: string): Promise<SubscriptionSnapshot>
}
