import * as z from 'zod/mini'
import { AmountInput, Currency, DecimalString } from './money.ts'
import { PaymentState } from './purchases.ts'
import { defineRoute } from './route.ts'
import { DisputeState, Id, list, Timestamp } from './schemas.ts'

const ObjectId = z.string().check(z.maxLength(64))
const ObjectParams = z.object({ id: ObjectId })

/** The cursor of the next page; opaque. */
const PageCursor = z
  .string()
  .check(z.maxLength(100), z.regex(/^2\d{3}-\d\d-\d\dT[\d:.]{12}Z_\w+$/, 'Not a valid page'))
const PageQuery = z.object({ cursor: z.optional(PageCursor) })
const done = z.object({ done: z.literal(true) })

/** A bank's action on a payment. */
export const DisputeAction = z.enum(['open_inquiry', 'open', 'win', 'lose'])
export type DisputeAction = z.infer<typeof DisputeAction>

/** A payment in the sandbox, with the actions that are possible now. */
export const SandboxPayment = z.object({
  id: ObjectId,
  /** What it pays for. `contentId` is null for a subscription. */
  description: z.string(),
  contentId: z.nullable(Id),
  subscriptionId: z.nullable(ObjectId),
  amount: DecimalString,
  currency: Currency,
  state: PaymentState,
  card: z.nullable(z.string()),
  email: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  createdAt: Timestamp,
  refunds: z.array(
    z.object({ id: ObjectId, amount: DecimalString, state: z.enum(['pending', 'succeeded', 'failed']) }),
  ),
  dispute: z.nullable(DisputeState),
  /** Null when nothing is refundable now. */
  refundableAmount: z.nullable(DecimalString),
  allowedActions: z.array(DisputeAction),
})
export type SandboxPayment = z.infer<typeof SandboxPayment>

export const listSandboxPayments = defineRoute({
  method: 'GET',
  path: '/api/sandbox/payments',
  auth: 'admin',
  summary: 'Lists sandbox payments, newest first.',
  query: PageQuery,
  response: z.object({ payments: list(SandboxPayment), next: z.nullable(z.string()) }),
})

export const refundSandboxPayment = defineRoute({
  method: 'POST',
  path: '/api/sandbox/payments/:id/refund',
  auth: 'admin',
  summary: 'Refunds a payment at the provider, in full or in part, as if done on the provider’s own site.',
  params: ObjectParams,
  body: z.object({ amount: z.optional(AmountInput) }),
  response: done,
})

export const disputeSandboxPayment = defineRoute({
  method: 'POST',
  path: '/api/sandbox/payments/:id/dispute',
  auth: 'admin',
  summary: 'Simulates the buyer’s bank: opens an inquiry or dispute, or decides it.',
  params: ObjectParams,
  body: z.object({ move: DisputeAction }),
  response: done,
})

export const resendSandboxWebhooks = defineRoute({
  method: 'POST',
  path: '/api/sandbox/payments/:id/events',
  auth: 'admin',
  summary: 'Resends every webhook for a payment, in order or in reverse.',
  params: ObjectParams,
  body: z.object({ order: z.enum(['original', 'reverse']) }),
  response: z.object({ posted: z.int() }),
})

export const failSandboxRefund = defineRoute({
  method: 'POST',
  path: '/api/sandbox/refunds/:id/fail',
  auth: 'admin',
  summary: 'Simulates the bank returning a refund.',
  params: ObjectParams,
  response: done,
})

/** A webhook and the result of its delivery. `lastResponse` is an HTTP status, `unreachable` or `dropped`. */
export const SandboxWebhookDelivery = z.object({
  id: ObjectId,
  type: z.string(),
  objectId: ObjectId,
  createdAt: Timestamp,
  attempts: z.int(),
  lastResponse: z.nullable(z.string()),
  deliveredAt: z.nullable(Timestamp),
  nextAttemptAt: z.nullable(Timestamp),
})
export type SandboxWebhookDelivery = z.infer<typeof SandboxWebhookDelivery>

export const listSandboxWebhookDeliveries = defineRoute({
  method: 'GET',
  path: '/api/sandbox/deliveries',
  auth: 'admin',
  summary: 'Lists sandbox webhooks, newest first.',
  query: PageQuery,
  response: z.object({ deliveries: list(SandboxWebhookDelivery), next: z.nullable(z.string()) }),
})

export const resendSandboxDelivery = defineRoute({
  method: 'POST',
  path: '/api/sandbox/deliveries/:id/resend',
  auth: 'admin',
  summary: 'Resends one webhook.',
  params: ObjectParams,
  response: done,
})

/** `now` is the clock of subscriptions; `daysAhead` its distance from the real time. */
const SandboxClock = z.object({ now: Timestamp, daysAhead: z.int() })

export const getSandboxClock = defineRoute({
  method: 'GET',
  path: '/api/sandbox/clock',
  auth: 'admin',
  summary: 'Returns the subscription clock.',
  response: SandboxClock,
})

export const advanceSandboxClock = defineRoute({
  method: 'POST',
  path: '/api/sandbox/clock',
  auth: 'admin',
  summary: 'Moves the subscription clock forward and attempts every renewal in between.',
  body: z.object({
    days: z.number({ error: 'Enter a number of days' }).check(z.int(), z.gte(1), z.lte(366)),
  }),
  response: SandboxClock,
})
