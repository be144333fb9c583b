import { z } from 'zod'
import { Currency, MoneyInput, MoneyText } from './money.ts'
import { route } from './route.ts'
import { Id, IdParams, Reason, Timestamp } from './shapes.ts'

/** Money a buyer wants back. `asked` waits for a decision; `refunding` is decided and on its way; `failed` the provider will not make. */
export const RefundRequest = z.object({
  id: Id,
  state: z.enum(['asked', 'refunding', 'refunded', 'refused', 'failed']),
  contentId: Id,
  title: z.string(),
  /** The order number. */
  purchaseId: Id,
  /** What was paid, what is asked for (once decided: what goes back), and what could still go back. */
  paid: MoneyText,
  amount: MoneyText,
  refundable: MoneyText,
  currency: Currency,
  reason: z.string(),
  /** What the buyer was told with the decision. */
  answer: z.string(),
  createdAt: Timestamp,
  decidedAt: Timestamp.nullable(),
})
export type RefundRequest = z.infer<typeof RefundRequest>

/** The same with what it means for the creator's balance. Amounts may be negative. */
export const RefundOutlook = RefundRequest.extend({
  balance: MoneyText,
  /** The balance once the amount asked about (without one: all that is left) went back; as it is when nothing can. */
  balanceAfter: MoneyText,
  /** The sale is the viewer's own, not one an admin looks at. */
  isOwn: z.boolean(),
})
export type RefundOutlook = z.infer<typeof RefundOutlook>

export const listRefundRequests = route({
  method: 'GET',
  path: '/api/refund-requests',
  access: 'creator',
  summary:
    'What buyers want back of one’s own sales: those that wait first, then the newest; 50 at the most.',
  reply: z.object({
    /** How many wait for a decision, and the one that waits longest. */
    waiting: z.number().int(),
    oldest: Id.nullable(),
    requests: z.array(RefundRequest),
  }),
})

export const getRefundRequest = route({
  method: 'GET',
  path: '/api/refund-requests/:id',
  access: 'creator',
  summary: 'A request, and the balance after a refund of `amount`. For its creator and the admin; else 404.',
  params: IdParams,
  query: z.object({ amount: MoneyInput.optional() }),
  reply: RefundOutlook,
})

export const decideRefundRequest = route({
  method: 'POST',
  path: '/api/refund-requests/:id/decision',
  access: 'creator',
  summary:
    'Refunds all that is left, or `amount` of it, or refuses. One decision stands: the next one is a conflict.',
  params: IdParams,
  body: z.object({
    decision: z.enum(['refund', 'refuse']),
    amount: MoneyInput.optional(),
    reason: Reason,
  }),
  reply: RefundOutlook,
})
