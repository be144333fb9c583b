import type { RefundPolicy } from '../contract/refunds.ts'
import { formatLongDate } from './dates.ts'

/**
 * The guarantee on a receipt, by the site's policy. `until` is the last day of a request; null for an item that waits for
 * its release, whose days begin with it.
 */
export function guaranteeUntilText({ policy, until }: { policy: RefundPolicy; until: Date | null }): string {
  const day = until ? formatLongDate(until, 'short') : '30 days after its release'
  return policy === 'unconditional'
    ? `Full refund until ${day}, on your access page, no questions asked.`
    : `Full refund until ${day}, on your access page. If you’ve opened it, the creator can ask us to decide.`
}
