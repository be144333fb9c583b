import { toSingleLine } from '../../../../contract/text.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import { findPurchase } from '../../buying/purchases/repository.ts'
import { findContentById } from '../../selling/content/repository.ts'
import type { PushData } from '../../telling/deliveries/deliveries.ts'
import { paidSentence } from '../sale-emails/sale-email.ts'
import type { Notification } from './push-message.ts'

/**
 * Who paid how much for what, and what was earned. Never the buyer's words or address: others may see the screen.
 * Undefined when the sale was refunded, or is not of that account.
 */
export async function saleNotification(
  { db }: Ports,
  userId: string,
  { purchaseId }: PushData['sale'],
): Promise<Notification | undefined> {
  const bought = await findPurchase(db, purchaseId)
  if (!bought || bought.purchase.creatorId !== userId) return undefined
  const { purchase, checkout } = bought
  if (purchase.refundedAmount >= purchase.amount) return undefined
  const row = await findContentById(db, purchase.contentId)
  if (!row) return undefined
  return {
    title: paidSentence({ purchase, checkout, title: toSingleLine(row.content.title) }),
    body: `You earned ${formatMoney(purchase.netAmount, purchase.currency)}.`,
    path: `/sales/${purchase.orderNumber}`,
    tag: `sale-${purchase.orderNumber}`,
  }
}
