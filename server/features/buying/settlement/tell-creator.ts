import { and, eq, gt, ne } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { Tx } from '../../../db/database.ts'
import { purchases } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { UserRow } from '../../people/accounts/repository.ts'
import { sendEmail, sendPush } from '../../telling/deliveries/deliveries.ts'
import type { PurchaseRow } from '../purchases/repository.ts'

type Sold = {
  creator: UserRow
  purchase: PurchaseRow
  /** The creator's sales of this UTC day, with this one. */
  dayCount: number
  eventId: number
}

/**
 * Tells a sale to its creator. By email each one up to a number a day where they choose so, and the first one always; on
 * devices where they turned notifications on, each one up to that number.
 */
export async function tellCreator(
  tx: Tx,
  ports: Pick<Ports, 'clock' | 'config'>,
  { creator, purchase, dayCount, eventId }: Sold,
): Promise<void> {
  // Buyers may still pay for what the creator of a deleted account has sold.
  if (creator.deletedAt) return
  const message = { data: { purchaseId: purchase.id }, dedupeKey: `purchase/${purchase.id}`, eventId }
  const isFew = dayCount <= limits.maxSaleEmailsPerDay
  if (isFew && ports.config.pushNotifications)
    await sendPush(tx, ports, { kind: 'sale', userId: creator.id, ...message })
  const isWanted = creator.saleEmails === 'each' && isFew
  if (!isWanted && (dayCount > 1 || !(await isFirstSale(tx, purchase)))) return
  await sendEmail(tx, ports, { kind: 'sale', to: creator.email, ...message })
}

async function isFirstSale(tx: Tx, { id, creatorId }: PurchaseRow): Promise<boolean> {
  const [earlier] = await tx
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.creatorId, creatorId), ne(purchases.id, id), gt(purchases.amount, 0)))
    .limit(1)
  return earlier === undefined
}
