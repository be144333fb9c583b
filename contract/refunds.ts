import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { AmountInput, Currency, DecimalString } from './money.ts'
import { OrderNumber } from './order-number.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list, Reason, Timestamp } from './schemas.ts'

/**
 * A buyer's refund request. `requested` waits for the creator; `in_review` is the creator's objection and waits for the
 * admin; `processing` is approved and in progress; `failed` was rejected by the provider.
 */
export const RefundRequest = z.object({
  id: Id,
  state: z.enum(['requested', 'in_review', 'processing', 'refunded', 'rejected', 'failed']),
  contentId: Id,
  title: z.string(),
  purchaseId: OrderNumber,
  /** The paid amount, the requested amount (once decided: the approved one), and the refundable amount. */
  purchaseAmount: DecimalString,
  amount: DecimalString,
  refundableAmount: DecimalString,
  currency: Currency,
  reason: z.string(),
  /** Until when the creator may refund or object; after that it is refunded. Null when no answer is due. */
  creatorDeadlineAt: z.nullable(Timestamp),
  /** The creator's objection, for the admin. */
  objectionMessage: z.string(),
  /** The message to the buyer with the decision. */
  decisionMessage: z.string(),
  createdAt: Timestamp,
  decidedAt: z.nullable(Timestamp),
})
export type RefundRequest = z.infer<typeof RefundRequest>

/** The request with its effect on the creator's balance. Amounts may be negative. */
export const RefundRequestDetail = z.extend(RefundRequest, {
  balance: DecimalString,
  /**
   * The balance after a refund of the given amount (by default all that is refundable); the current balance when
   * nothing is refundable.
   */
  balanceAfter: DecimalString,
  /** The platform fee that this refund returns. */
  feeReturned: DecimalString,
  /** Whether the viewer is the sale's creator and not the admin. */
  isCreator: z.boolean(),
})
export type RefundRequestDetail = z.infer<typeof RefundRequestDetail>

export const listRefundRequests = defineRoute({
  method: 'GET',
  path: '/api/refund-requests',
  auth: 'creator',
  scope: 'sales:read',
  summary: 'Lists refund requests on the creator’s own sales, open ones first, then newest; up to 50.',
  response: z.object({
    /** The number of pending requests, the sum of their amounts, and the oldest one. */
    pendingCount: z.int(),
    pendingAmount: DecimalString,
    currency: Currency,
    oldestPendingId: z.nullable(Id),
    requests: list(RefundRequest, limits.maxListed.refundRequests),
  }),
})

export const getRefundRequest = defineRoute({
  method: 'GET',
  path: '/api/refund-requests/:id',
  auth: 'creator',
  scope: 'sales:read',
  summary:
    'Returns a refund request and the balance after a refund of `amount`. Only for its creator and the admin; otherwise 404.',
  params: IdParams,
  query: z.object({ amount: z.optional(AmountInput) }),
  response: RefundRequestDetail,
})

export const RefundDecisionInput = z.object({
  decision: z.enum(['refund', 'reject']),
  amount: z.optional(AmountInput),
  reason: Reason,
})

export const decideRefundRequest = defineRoute({
  method: 'POST',
  path: '/api/refund-requests/:id/decision',
  auth: 'creator',
  summary:
    'Refunds in full or by `amount`, or declines with a reason. A creator’s decline is an objection, which the admin decides; the admin’s decision is final. A second decision is a conflict.',
  params: IdParams,
  body: RefundDecisionInput,
  response: RefundRequestDetail,
})

export const listRefundReviews = defineRoute({
  method: 'GET',
  path: '/api/admin/refund-reviews',
  auth: 'admin',
  summary: 'Lists refund requests that creators objected to and the admin decides, oldest first, up to 50.',
  response: z.object({
    requests: list(z.extend(RefundRequest, { creatorEmail: z.string() }), limits.maxListed.refundRequests),
  }),
})

/** Why an approved refund is not made yet: the balance at the card provider does not cover it. */
export const refundWaitReasons = ['balance_insufficient'] as const

/**
 * The policies of the 30-day money-back guarantee. `unconditional`: every request is refunded at once. `review`: a
 * request is refunded at once if nothing was opened; otherwise the creator may object within 72 hours, and the admin
 * decides.
 */
export const refundPolicies = ['review', 'unconditional'] as const
export type RefundPolicy = (typeof refundPolicies)[number]

export type GuaranteeText = {
  /** A phrase beside a pay button. */
  short: string
  /** What it means, in one or two sentences, where someone is about to pay or has paid. */
  detail: string
  /** All its conditions, for the terms and where refunds are explained. */
  conditions: string
}

/**
 * The sentences about the guarantee on pages, in emails and on receipts, by the site's policy. This file has no
 * schemas, because buyer pages load it.
 */
export function guaranteeText(policy: RefundPolicy): GuaranteeText {
  return guaranteeTexts[policy]
}

const guaranteeTexts: Record<RefundPolicy, GuaranteeText> = {
  unconditional: {
    short: '30-day money-back guarantee',
    detail: 'Full refund within 30 days, no questions asked.',
    conditions: 'Request a refund within 30 days and we’ll refund you right away, no questions asked.',
  },
  review: {
    short: '30-day money-back guarantee',
    detail: 'Full refund within 30 days. If you’ve opened it, the creator can ask us to decide.',
    conditions:
      'Haven’t opened it? Request a refund within 30 days and we’ll refund you right away. If you’ve opened it, the creator has 72 hours to refund you or decline. If they decline, we decide. If they don’t answer, we refund you.',
  },
}

/**
 * The text about the result of a refund request. `money` is a formatted amount. `isInstant`: nothing was opened, or the
 * policy is unconditional.
 */
export function refundRequestText({ isInstant, money }: { isInstant: boolean; money: string }): string {
  return isInstant
    ? `We’ll refund ${money} to your card right away. You’ll lose access.`
    : `You’ve opened it, so the creator has 72 hours to refund ${money} or decline. If they decline, we decide. If they don’t answer, we refund you.`
}
