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
  /** The conditions, in one to four sentences. */
  detail: string
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
    detail: 'Request a refund within 30 days and we’ll refund you right away, no questions asked.',
  },
  review: {
    short: '30-day money-back guarantee',
    detail:
      'Haven’t opened it? Request a refund within 30 days and we’ll refund you right away. If you’ve opened it, the creator has 72 hours to refund you or object. If they object, we decide. If they don’t answer, we refund you.',
  },
}

/**
 * The text about the result of a refund request. `money` is a formatted amount. `isInstant`: nothing was opened, or the
 * policy is unconditional.
 */
export function refundRequestText({ isInstant, money }: { isInstant: boolean; money: string }): string {
  return isInstant
    ? `We’ll refund ${money} to your card right away. You’ll lose access.`
    : `You’ve opened it, so the creator has 72 hours to refund ${money} or object. If they object, we decide. If they don’t answer, we refund you.`
}
