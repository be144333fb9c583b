import type { MinorUnits } from '../../contract/money.ts'

export type SubscriptionSnapshot = {
  subscriptionId: string
  /** `incomplete` until its first payment; `past_due` while a renewal is being retried. */
  state: 'incomplete' | 'active' | 'past_due' | 'canceled' | 'unknown'
  userId?: string
  currentPeriodEnd?: Date
  cancelAtPeriodEnd: boolean
  /** Where the subscriber confirms an unpaid renewal (3-D Secure): a URL, or a path of this site. */
  confirmationUrl?: string
  /** Paid invoices, oldest first. */
  invoices: Array<{ invoiceId: string; amount: MinorUnits; paidAt: Date }>
}

/**
 * Subscriptions to Pro at the provider. The same idempotency key returns the same result. `create` returns the client
 * secret of an incomplete subscription if there is one. Methods throw for an unknown id.
 */
export interface SubscriptionCapability {
  createCustomer(
    request: { userId: string; email: string },
    idempotencyKey: string,
  ): Promise<{ customerId: string }>
  create(
    request: { userId: string; customerId: string },
    idempotencyKey: string,
  ): Promise<{ subscriptionId: string; clientSecret: string }>
  get(subscriptionId: string): Promise<SubscriptionSnapshot>
  /** Cancels the renewal. The subscription stays active until the period ends. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<SubscriptionSnapshot>
  /** Undoes `cancelAtPeriodEnd`. */
  resume(subscriptionId: string): Promise<SubscriptionSnapshot>
}
