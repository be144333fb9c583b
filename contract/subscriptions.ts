import { z } from 'zod'
import { Currency, MoneyText } from './money.ts'
import { ProviderClient } from './purchases.ts'
import { route } from './route.ts'
import { Id, Plan, Timestamp } from './shapes.ts'

export const createSubscription = route({
  method: 'POST',
  path: '/api/create-subscription',
  access: 'creator',
  summary:
    'Starts Pro at $99 a month and returns the secret of its first payment; the same one until it is paid.',
  reply: z.object({
    clientSecret: z.string(),
    provider: ProviderClient,
    amount: MoneyText,
    currency: Currency,
  }),
})

/** Pro as its owner sees it. */
export const Subscription = z.object({
  plan: Plan,
  /** `none`: never begun, or begun and not paid. `past_due`: a renewal failed and is tried again. */
  state: z.enum(['none', 'active', 'past_due', 'canceled']),
  /** The end of what is paid for; a renewal comes then, unless it was cancelled. */
  currentPeriodEnd: Timestamp.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** A renewal failed: Pro stays on until then. */
  graceUntil: Timestamp.nullable(),
  monthlyPrice: MoneyText,
  currency: Currency,
  /** Newest first. */
  invoices: z.array(z.object({ id: Id, amount: MoneyText, currency: Currency, paidAt: Timestamp })),
})
export type Subscription = z.infer<typeof Subscription>

export const getSubscription = route({
  method: 'GET',
  path: '/api/subscription',
  access: 'creator',
  summary: 'The plan, what is paid for, and the invoices.',
  reply: Subscription,
})

export const refreshSubscription = route({
  method: 'POST',
  path: '/api/subscription/refresh',
  access: 'creator',
  summary: 'Asks the card provider again what has become of the payment for Pro.',
  reply: Subscription,
})

export const cancelSubscription = route({
  method: 'POST',
  path: '/api/subscription/cancel',
  access: 'creator',
  summary: 'Ends Pro with the period that is paid for.',
  reply: Subscription,
})

export const resumeSubscription = route({
  method: 'POST',
  path: '/api/subscription/resume',
  access: 'creator',
  summary: 'Takes a cancellation back while Pro is still on.',
  reply: Subscription,
})
