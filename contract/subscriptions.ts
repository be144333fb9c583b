import * as z from 'zod/mini'
import { documentKinds } from './documents.ts'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { PaymentFormConfig } from './purchases.ts'
import { defineRoute } from './route.ts'
import { Id, list, Plan, Timestamp } from './schemas.ts'

export const createSubscription = defineRoute({
  method: 'POST',
  path: '/api/create-subscription',
  auth: 'creator',
  summary:
    'Starts Pro at its monthly price and returns the client secret for its first payment, the same one until it’s paid.',
  response: z.object({
    clientSecret: z.string(),
    provider: PaymentFormConfig,
    amount: DecimalString,
    currency: Currency,
    /** The words that have to be agreed to before paying (`agreeToPro`); null where none are asked. */
    consent: z.nullable(z.string()),
  }),
})

export const Subscription = z.object({
  plan: Plan,
  /** `none`: never created, or not paid. `past_due`: a renewal failed and is being retried. */
  state: z.enum(['none', 'active', 'past_due', 'canceled']),
  /** The end of the paid period; it renews then, unless canceled. */
  currentPeriodEnd: z.nullable(Timestamp),
  cancelAtPeriodEnd: z.boolean(),
  /** A renewal failed: Pro stays on until then. */
  gracePeriodEndsAt: z.nullable(Timestamp),
  /** Where to confirm a renewal that the bank asks about; null when it does not. */
  confirmationUrl: z.nullable(z.string()),
  /** Where to pay an unpaid renewal with another card; null when none is unpaid. */
  paymentUrl: z.nullable(z.string()),
  /** What each month costs this creator, or would cost; null while they don’t have Pro and Pro isn’t sold. */
  monthlyPrice: z.nullable(DecimalString),
  currency: Currency,
  /** Until when Pro can be canceled with a refund, and of how much; null after that. */
  withdrawal: z.nullable(z.object({ until: Timestamp, amount: DecimalString })),
  /** Newest first. */
  invoices: list(
    z.object({
      id: Id,
      amount: DecimalString,
      currency: Currency,
      paidAt: Timestamp,
      /** What refunds and disputes have returned of it. */
      returnedAmount: DecimalString,
      /** Whether it may be issued again with the payee details of now. */
      canReplace: z.boolean(),
      /** The invoice, and the credit notes for what was returned. Empty for payments from before they were issued. */
      documents: z.array(z.object({ number: z.string(), kind: z.enum(documentKinds) })),
    }),
    limits.maxListed.invoices,
  ),
})
export type Subscription = z.infer<typeof Subscription>

export const getSubscription = defineRoute({
  method: 'GET',
  path: '/api/subscription',
  auth: 'creator',
  summary: 'Returns the plan, the paid period and the invoices.',
  response: Subscription,
})

export const refreshSubscription = defineRoute({
  method: 'POST',
  path: '/api/subscription/refresh',
  auth: 'creator',
  summary: 'Checks the Pro payment with the card provider again.',
  response: Subscription,
})

export const cancelSubscription = defineRoute({
  method: 'POST',
  path: '/api/subscription/cancel',
  auth: 'creator',
  summary: 'Cancels Pro at the end of the paid period.',
  response: Subscription,
})

export const resumeSubscription = defineRoute({
  method: 'POST',
  path: '/api/subscription/resume',
  auth: 'creator',
  summary: 'Resumes Pro if it was canceled but is still active.',
  response: Subscription,
})
