import { limits } from '../contract/limits.ts'

export type RefundRequestState = 'requested' | 'in_review' | 'processing' | 'refunded' | 'rejected' | 'failed'
type Decider = 'creator' | 'admin'
type Decision = 'refund' | 'reject'

/**
 * Who may decide which request, and the state it then has. A creator's objection goes to the admin, whose decision is
 * final. A transition that is missing here is not allowed.
 */
const transitions: Record<
  Decider,
  Partial<Record<RefundRequestState, Partial<Record<Decision, RefundRequestState>>>>
> = {
  creator: {
    requested: { refund: 'processing', reject: 'in_review' },
    // A creator may change their mind while the admin reviews.
    in_review: { refund: 'processing' },
  },
  admin: {
    requested: { refund: 'processing', reject: 'rejected' },
    in_review: { refund: 'processing', reject: 'rejected' },
  },
}

/** The state of a request after a decision; undefined when this decision is not allowed any more. */
export function stateAfterDecision(
  state: RefundRequestState,
  { by, decision }: { by: Decider; decision: Decision },
): RefundRequestState | undefined {
  return transitions[by][state]?.[decision]
}

/** Until when a creator may answer a request made at `requestedAt`: 72 hours. After that it is refunded. */
export function creatorDeadline(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + limits.refundAnswerWindowMs)
}
