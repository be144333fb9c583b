import type { RateLimit } from '../../../http/rate-limit.ts'

const dayMs = 24 * 3_600_000

/** Invitations to addresses whose owners did not ask: that one account sends, and that one address gets. */
export function invitationRateLimits(senderId: string, recipients: ReadonlyArray<string>): Array<RateLimit> {
  return recipients.flatMap((recipient) => [
    {
      key: `invitations-from/${senderId}`,
      max: 500,
      windowMs: dayMs,
      message: 'You’ve sent 500 invitations today. Try again tomorrow.',
    },
    {
      key: `invitations-to/${recipient.toLowerCase()}`,
      max: 5,
      windowMs: dayMs,
      message: `${recipient} has been invited 5 times today. Try again tomorrow.`,
    },
  ])
}

/** Changes of one sale by its creator, each of which emails the buyer. A sale needs very few. */
export function saleChangeRateLimits(
  change: 'refund' | 'revocation',
  { creatorId, orderNumber }: { creatorId: string; orderNumber: number },
): Array<RateLimit> {
  return [
    {
      key: `${change}-of-sale/${creatorId}/${orderNumber}`,
      max: 20,
      windowMs: dayMs,
      message: 'You’ve changed this sale many times today. Try again tomorrow.',
    },
  ]
}
