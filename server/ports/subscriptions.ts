import type { MinorUnits } from '../../contract/money.ts'

export type SubscriptionSnapshot = {
  subscriptionId: string
  /** `incomplete` until its first payment; `past_due` while a renewal is being tried again. */
  state: 'incomplete' | 'active' | 'past_due' | 'canceled' | 'unknown'
  userId?: string
  currentPeriodEnd?: Date
  cancelAtPeriodEnd: boolean
  /** The invoices paid so far, oldest first. */
  invoices: Array<{ invoiceId: string; amount: MinorUnits; paidAt: Date }>
}

/** Pro at the provider. Same key, same answer; asking again for an incomplete one gives the same client secret. */
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
