import type { RefundEligibility } from '../../contract/access.ts'

type ClosedRefundStatus = Exclude<RefundEligibility['status'], 'available'>

/** The state of a refund request; `money` is a formatted amount. */
export function refundStatusMessage(
  status: ClosedRefundStatus,
  money: string,
): { heading: string; text: string } {
  const texts: Record<ClosedRefundStatus, { heading: string; text: string }> = {
    requested: {
      heading: 'You’ve requested a refund',
      text: 'The creator has 72 hours to refund you or decline. If they don’t answer, we refund you. You keep access until then.',
    },
    in_review: {
      heading: 'We’re reviewing your refund request',
      text: 'We’re looking at both sides and will email you our decision.',
    },
    processing: {
      heading: 'Your refund is on its way',
      text: `We’re refunding ${money} to your card. It can take 5 to 10 days to show up.`,
    },
    refunded: {
      heading: 'Your refund is complete',
      text: `We’ve refunded ${money} to your card. It can take 5 to 10 days to show up. You no longer have access.`,
    },
    rejected: {
      heading: 'Your refund was declined',
      text: 'We reviewed your request and declined it. You still have access. If you think this is a mistake, contact us.',
    },
    unavailable: {
      heading: 'This purchase can’t be refunded',
      text: 'The 30-day refund window has passed, or the purchase was already refunded.',
    },
  }
  return texts[status]
}

/** The state of a refund request, in a line under the receipt. */
export const refundStatusLines: Record<Exclude<ClosedRefundStatus, 'refunded'>, string> = {
  requested: 'You’ve requested a refund. The creator has 72 hours to answer, then we refund you.',
  in_review: 'We’re reviewing your refund request and will email you our decision.',
  processing: 'Your refund is on its way. It can take 5 to 10 days to show up.',
  rejected: 'Your refund was declined. If you think this is a mistake, contact us.',
  unavailable: 'This purchase can’t be refunded: the 30-day window has passed, or it was already refunded.',
}
