import { z } from 'zod'
import { Currency, MoneyInput, MoneyText } from './money.ts'
import { PaymentState } from './purchases.ts'
import { route } from './route.ts'
import { DisputeState, Id, Timestamp } from './shapes.ts'

const ObjectId = z.string().max(64)
const ObjectParams = z.object({ id: ObjectId })

/** Where the next page begins: opaque. */
const Before = z
  .string()
  .max(100)
  .regex(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z_\w+$/, 'Not a valid page')
const PageQuery = z.object({ before: Before.optional() })
const done = z.object({ done: z.literal(true) })

/** What a bank may do about a payment. */
export const DisputeMove = z.enum(['inquire', 'open', 'win', 'lose'])
export type DisputeMove = z.infer<typeof DisputeMove>

/** A payment as the sandbox has it, with what can be done about it now. */
export const SandboxPayment = z.object({
  id: ObjectId,
  /** What it pays for. `contentId` is null for a subscription. */
  description: z.string(),
  contentId: Id.nullable(),
  subscriptionId: ObjectId.nullable(),
  amount: MoneyText,
  currency: Currency,
  state: PaymentState,
  card: z.string().nullable(),
  email: z.string().nullable(),
  failure: z.string().nullable(),
  createdAt: Timestamp,
  refunds: z.array(
    z.object({ id: ObjectId, amount: MoneyText, state: z.enum(['pending', 'succeeded', 'failed']) }),
  ),
  dispute: DisputeState.nullable(),
  /** Null when nothing can be paid back now. */
  refundable: MoneyText.nullable(),
  moves: z.array(DisputeMove),
})
export type SandboxPayment = z.infer<typeof SandboxPayment>

export const getSandboxPayments = route({
  method: 'GET',
  path: '/api/sandbox/payments',
  access: 'admin',
  summary: 'The payments of the sandbox, newest first.',
  query: PageQuery,
  reply: z.object({ payments: z.array(SandboxPayment), next: z.string().nullable() }),
})

export const refundSandboxPayment = route({
  method: 'POST',
  path: '/api/sandbox/payments/:id/refund',
  access: 'admin',
  summary:
    "Pays back at the provider, all that is left or a part, as a person does on a provider's own site.",
  params: ObjectParams,
  body: z.object({ amount: MoneyInput.optional() }),
  reply: done,
})

export const disputeSandboxPayment = route({
  method: 'POST',
  path: '/api/sandbox/payments/:id/dispute',
  access: 'admin',
  summary: "The buyer's bank asks, disputes, gives back or keeps.",
  params: ObjectParams,
  body: z.object({ move: DisputeMove }),
  reply: done,
})

export const resendSandboxEvents = route({
  method: 'POST',
  path: '/api/sandbox/payments/:id/events',
  access: 'admin',
  summary: 'Posts every webhook about a payment again, in its order or in the reverse one.',
  params: ObjectParams,
  body: z.object({ order: z.enum(['same', 'reverse']) }),
  reply: z.object({ posted: z.number().int() }),
})

export const failSandboxRefund = route({
  method: 'POST',
  path: '/api/sandbox/refunds/:id/fail',
  access: 'admin',
  summary: 'The bank sends a refund back.',
  params: ObjectParams,
  reply: done,
})

/** A webhook with what came of posting it. `lastAnswer` is a status, `unreachable` or `dropped`. */
export const SandboxDelivery = z.object({
  id: ObjectId,
  type: z.string(),
  objectId: ObjectId,
  createdAt: Timestamp,
  tries: z.number().int(),
  lastAnswer: z.string().nullable(),
  deliveredAt: Timestamp.nullable(),
  nextTryAt: Timestamp.nullable(),
})
export type SandboxDelivery = z.infer<typeof SandboxDelivery>

export const getSandboxDeliveries = route({
  method: 'GET',
  path: '/api/sandbox/deliveries',
  access: 'admin',
  summary: 'The webhooks of the sandbox, newest first.',
  query: PageQuery,
  reply: z.object({ deliveries: z.array(SandboxDelivery), next: z.string().nullable() }),
})

export const resendSandboxDelivery = route({
  method: 'POST',
  path: '/api/sandbox/deliveries/:id/resend',
  access: 'admin',
  summary: 'Posts one webhook again.',
  params: ObjectParams,
  reply: done,
})

/** `now` is what subscriptions take it for; `daysAhead` how far that is from the time of day. */
const SandboxClock = z.object({ now: Timestamp, daysAhead: z.number().int() })

export const getSandboxClock = route({
  method: 'GET',
  path: '/api/sandbox/clock',
  access: 'admin',
  summary: 'The clock of subscriptions.',
  reply: SandboxClock,
})

export const moveSandboxClock = route({
  method: 'POST',
  path: '/api/sandbox/clock',
  access: 'admin',
  summary: 'Moves the clock of subscriptions ahead; every renewal in between is tried.',
  body: z.object({ days: z.number({ error: 'Enter a number of days' }).int().min(1).max(366) }),
  reply: SandboxClock,
})
