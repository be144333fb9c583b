import type { RefundEligibility } from '../../contract/access.ts'

type ClosedRefundStatus = Exclude<RefundEligibility['status'], 'available'>

/** The state of a refund request; `money` is a formatted amount. */
export function refundStatusMessage(
  status: ClosedRefundStatus,
  money: string,
): { heading: string; text: string } {
  const words: Record<ClosedRefundStatus, { heading: string; text: string }> = {
    requested: {
      heading: 'You have asked for a refund',
      text: 'The creator decides, and you get a mail. Until then you keep your access.',
    },
    processing: {
      heading: 'Your refund is on its way',
      text: `${money} goes back to your card. Banks take 5 to 10 days to show it.`,
    },
    refunded: {
      heading: 'Your money is on its way back',
      text: `We have refunded ${money} to your card. Banks take 5 to 10 days to show it. Your access has ended.`,
    },
    rejected: {
      heading: 'The creator has said no to a refund',
      text: 'You keep your access. Write to us if that is not right.',
    },
    unavailable: {
      heading: 'A refund is no longer possible',
      text: 'The 30 days for a refund are over, or nothing is left to pay back.',
    },
  }
  return words[status]
}

/** The state of a refund request, in a line under the receipt. */
export const refundStatusLines: Record<Exclude<ClosedRefundStatus, 'refunded'>, string> = {
  requested: 'You have asked for a refund. The creator decides, and you get a mail.',
  processing: 'Your refund is on its way. Banks take 5 to 10 days to show it.',
  rejected: 'The creator has said no to a refund. Write to us if that is not right.',
  unavailable: 'A refund is no longer possible: its 30 days are over, or nothing is left to pay back.',
}
