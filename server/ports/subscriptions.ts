import type { MinorUnits } from '../../contract/money.ts'

export type SubscriptionSnapshot = {
  subscriptionId: string
  /** `incomplete` until its first payment; `past_due` while a renewal is being retried. */
  state: 'incomplete' | 'active' | 'past_due' | 'canceled' | 'unknown'
  userId?: string
  currentPeriodEnd?: Date
  cancelAtPeriodEnd: boolean
  /** Paid invoices, oldest first. */
  invoices: Array<{ invoiceId: string; amount: MinorUnits; paidAt: Date }>
}

/**
 * Pro at the provider. The same idempotency key returns the same result; creating again returns an incomplete
 * subscription's client secret.
 */
export interface SubscriptionCapability {
  createCustomer(request: { userId: string; email: string }, key: string): Promise<{ customerId: string }>
  create(
    request: { userId: string; customerId: string },
    key: string,
  ): Promise<{ subscriptionId: string; clientSecret: string }>
  get(subscriptionId: string): Promise<SubscriptionSnapshot>
  /** Pro stays until the period ends. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<SubscriptionSnapshot>
  resume(subscriptionId: string): Promise<SubscriptionSnapshot>
}
