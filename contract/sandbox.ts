import * as z from 'zod/mini'
import { AmountInput, Currency, DecimalString } from './money.ts'
import { accountRestrictions, connectedAccountStates } from './payouts.ts'
import { PaymentState } from './purchases.ts'
import { defineRoute } from './route.ts'
import { DisputeState, Id, list, Timestamp } from './schemas.ts'

/**
 * The sandbox's test cards: number and name. The browser looks a number up here and sends only the name. Source:
 * money-rules.md. This file has no schemas, because the card form loads it.
 */
export const sandboxCards = {
  '4242424242424242': 'paid',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
  '4000002500003155': 'authenticate',
  '4000000000000259': 'disputed',
  '4000000000005126': 'refund_fails',
  '4000000000000341': 'renewal_fails',
  '4000002760003184': 'renewal_authenticate',
  '4000002760000016': 'paid_germany',
  '4000003920000003': 'paid_japan',
  slow: 'slow',
} as const

export const TestCard = z.enum(Object.values(sandboxCards))
export type TestCard = z.infer<typeof TestCard>

const ClientSecret = z.string().check(z.minLength(1), z.maxLength(200))

/** `failed` has a message for the buyer; `redirect` has the next page's path on this site. */
export const ConfirmationResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('redirect'), url: z.string() }),
  z.object({ status: z.literal('failed'), code: z.string(), message: z.string() }),
])
export type ConfirmationResult = z.infer<typeof ConfirmationResult>

export const confirmSandboxPayment = defineRoute({
  method: 'POST',
  path: '/api/sandbox/confirm',
  auth: 'buyer',
  summary: 'Pays with a test card. 404 unless the sandbox is the card provider.',
  body: z.object({
    clientSecret: ClientSecret,
    card: TestCard,
    receiptEmail: z.string().check(z.maxLength(254)),
    /** A path on this site, such as /success?content_id=1. */
    returnUrl: z.string().check(z.maxLength(2_048), z.startsWith('/')),
  }),
  response: ConfirmationResult,
})

export const authenticateSandboxPayment = defineRoute({
  method: 'POST',
  path: '/api/sandbox/authenticate',
  auth: 'buyer',
  summary: 'Completes the 3-D Secure step.',
  body: z.object({ clientSecret: ClientSecret, outcome: z.enum(['complete', 'fail', 'cancel']) }),
  response: ConfirmationResult,
})

export const confirmSandboxRenewal = defineRoute({
  method: 'POST',
  path: '/api/sandbox/renewals/:id',
  auth: 'creator',
  summary: 'Answers the bank’s question about a renewal of Pro: pays it, or refuses it with 409.',
  params: z.object({ id: z.string().check(z.maxLength(100)) }),
  body: z.object({ outcome: z.enum(['complete', 'fail']) }),
  response: z.object({ url: z.string() }),
})

export const changeSandboxCard = defineRoute({
  method: 'POST',
  path: '/api/sandbox/pro-card/:id',
  auth: 'creator',
  summary: 'Replaces the card that pays for Pro with another test card, which also pays an unpaid renewal.',
  params: z.object({ id: z.string().check(z.maxLength(100)) }),
  body: z.object({ card: TestCard }),
  response: z.object({ url: z.string() }),
})

const ObjectId = z.string().check(z.maxLength(64))
const ObjectParams = z.object({ id: ObjectId })

/** The cursor of the next page; opaque. */
const PageCursor = z
  .string()
  .check(z.maxLength(100), z.regex(/^2\d{3}-\d\d-\d\dT[\d:.]{12}Z_\w+$/, 'Not a valid page'))
const PageQuery = z.object({ cursor: z.optional(PageCursor) })
const done = z.object({ done: z.literal(true) })

export const DisputeAction = z.enum(['open_inquiry', 'open', 'win', 'lose'])
export type DisputeAction = z.infer<typeof DisputeAction>

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

const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{32}$/, 'Not a valid link'))

/** `refreshUrl` creates the next onboarding link; null until this link has been used. */
export const SandboxOnboarding = z.object({ email: z.string(), refreshUrl: z.nullable(z.string()) })
export type SandboxOnboarding = z.infer<typeof SandboxOnboarding>

export const getSandboxOnboarding = defineRoute({
  method: 'GET',
  path: '/api/sandbox/onboarding',
  auth: 'creator',
  summary: 'Returns a creator’s sandbox onboarding from its single-use link.',
  query: z.object({ token: Token }),
  response: SandboxOnboarding,
})

export const completeSandboxOnboarding = defineRoute({
  method: 'POST',
  path: '/api/sandbox/onboarding',
  auth: 'creator',
  summary: 'Ends onboarding as complete, left or restricted. Returns the URL to continue to.',
  body: z.object({ token: Token, outcome: z.enum(['complete', 'abandon', 'restricted']) }),
  response: z.object({ url: z.string() }),
})

export const getSandboxAccount = defineRoute({
  method: 'GET',
  path: '/api/sandbox/account',
  auth: 'creator',
  summary: 'Returns the creator’s sandbox account and its payouts, newest first.',
  response: z.object({
    email: z.string(),
    state: z.enum(connectedAccountStates),
    /** What is still required, as a sentence. */
    requirementsDue: z.nullable(z.string()),
    transfers: z.array(
      z.object({
        id: z.string(),
        amount: DecimalString,
        currency: Currency,
        state: z.enum(['paid', 'failed', 'reversed']),
        createdAt: Timestamp,
      }),
    ),
  }),
})

/** A connected account in the sandbox. `restriction` says why it cannot be paid. */
export const SandboxAccountRow = z.object({
  id: ObjectId,
  email: z.string(),
  country: z.nullable(z.string()),
  state: z.enum(connectedAccountStates),
  restriction: z.nullable(z.enum(accountRestrictions)),
})
export type SandboxAccountRow = z.infer<typeof SandboxAccountRow>

export const getSandboxPayouts = defineRoute({
  method: 'GET',
  path: '/api/sandbox/payouts',
  auth: 'admin',
  summary:
    'Returns the sandbox’s balance for transfers, the newest payouts to the site’s own bank, and the 50 newest connected accounts.',
  response: z.object({
    currency: Currency,
    /** Null while it covers every transfer. */
    available: z.nullable(DecimalString),
    platformPayouts: list(
      z.object({
        id: ObjectId,
        amount: DecimalString,
        state: z.enum(['paid', 'failed']),
        createdAt: Timestamp,
      }),
    ),
    accounts: list(SandboxAccountRow),
  }),
})

export const SandboxBalanceInput = z.object({ available: z.nullable(AmountInput) })

export const setSandboxBalance = defineRoute({
  method: 'POST',
  path: '/api/sandbox/balance',
  auth: 'admin',
  summary: 'Sets what the site can transfer to creators; null covers every transfer. Announced by a webhook.',
  body: SandboxBalanceInput,
  response: done,
})

export const createSandboxPlatformPayout = defineRoute({
  method: 'POST',
  path: '/api/sandbox/platform-payouts',
  auth: 'admin',
  summary: 'Simulates a payout from the provider to the site’s own bank, which accepts or rejects it.',
  body: z.object({ amount: AmountInput, state: z.enum(['paid', 'failed']) }),
  response: done,
})

export const restrictSandboxAccount = defineRoute({
  method: 'POST',
  path: '/api/sandbox/accounts/:id/restriction',
  auth: 'admin',
  summary: 'Restricts a connected account as the provider would, or lifts the restriction with null.',
  params: z.object({ id: ObjectId }),
  body: z.object({ restriction: z.nullable(z.enum(accountRestrictions)) }),
  response: done,
})
