import type { RefundTerms } from '../../../contract/aftercare.ts'
import { decimal } from '../../../contract/money.ts'
import { purchaseState, refundStanding } from '../../../domain/purchase.ts'
import type { Ports } from '../../ports/index.ts'
import { isClosedByHand } from './access-by-hand.ts'
import { lastAsked } from './opened.ts'
import { boughtBy, requireOpen, soldContent } from './unlock.ts'

/** What asking for the money back would mean now. Opens nothing, so reading it never changes who decides. */
export async function refundTerms(ports: Ports, token: string): Promise<RefundTerms> {
  const bought = await boughtBy(ports, token)
  const { purchase, grant } = bought
  const isRefunded = purchaseState(purchase) === 'refunded'
  if (!isRefunded && !isClosedByHand(grant)) requireOpen(bought)
  const row = await soldContent(ports, bought)
  const asked = await lastAsked(ports.db, purchase.id)
  const cents = isRefunded ? purchase.refunded : purchase.amount - purchase.refunded
  return {
    title: row.content.title,
    amount: decimal(cents, purchase.currency),
    currency: purchase.currency,
    standing: isRefunded ? 'refunded' : refundStanding(purchase, asked, ports.clock.now()),
    isAutomatic: grant.openedAt === null,
    purchaseId: purchase.id,
  }
}
