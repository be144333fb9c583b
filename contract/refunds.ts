import * as z from 'zod/mini'
import { AmountInput, Currency, DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, Reason, Timestamp } from './schemas.ts'

/** Money a buyer wants back. `asked` waits for a decision; `refunding` is decided and on its way; `failed` the provider will not make. */
export const RefundRequest = z.object({
  id: Id,
  state: z.enum(['asked', 'refunding', 'refunded', 'refused', 'failed']),
  contentId: Id,
  title: z.string(),
  /** The order number. */
  purchaseId: Id,
  /** What was paid, what is asked for (once decided: what goes back), and what could still go back. */
  purchaseAmount: DecimalString,
  amount: DecimalString,
  refundableAmount: DecimalString,
  currency: Currency,
  reason: z.string(),
  /** What the buyer was told with the decision. */
  decisionMessage: z.string(),
  createdAt: Timestamp,
  decidedAt: z.nullable(Timestamp),
})
export type RefundRequest = z.infer<typeof RefundRequest>

/** The same with what it means for the creator's balance. Amounts may be negative. */
export const RefundRequestDetail = z.extend(RefundRequest, {
  balance: DecimalString,
  /** The balance once the amount asked about (without one: all that is left) went back; as it is when nothing can. */
  balanceAfter: DecimalString,
  /** The sale is the viewer's own, not one an admin looks at. */
  isCreator: z.boolean(),
})
export type RefundRequestDetail = z.infer<typeof RefundRequestDetail>

export const listRefundRequests = defineRoute({
  method: 'GET',
  path: '/api/refund-requests',
  auth: 'creator',
  summary:
    'What buyers want back of one’s own sales: those that wait first, then the newest; 50 at the most.',
  response: z.object({
    /** How many wait for a decision, and the one that waits longest. */
    pendingCount: z.int(),
    oldestPendingId: z.nullable(Id),
    requests: z.array(RefundRequest),
  }),
})

export const getRefundRequest = defineRoute({
  method: 'GET',
  path: '/api/refund-requests/:id',
  auth: 'creator',
  summary: 'A request, and the balance after a refund of `amount`. For its creator and the admin; else 404.',
  params: IdParams,
  query: z.object({ amount: z.optional(AmountInput) }),
  response: RefundRequestDetail,
})

export const decideRefundRequest = defineRoute({
  method: 'POST',
  path: '/api/refund-requests/:id/decision',
  auth: 'creator',
  summary:
    'Refunds all that is left, or `amount` of it, or refuses. One decision stands: the next one is a conflict.',
  params: IdParams,
  body: z.object({
    decision: z.enum(['refund', 'refuse']),
    amount: z.optional(AmountInput),
    reason: Reason,
  }),
  response: RefundRequestDetail,
})
