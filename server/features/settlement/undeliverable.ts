import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { isFullRefund, refundableAmount } from '../../../domain/refund.ts'
import type { Db, Tx } from '../../db/database.ts'
import { contents, grants, missingFiles, purchases } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { raiseAlert } from '../alerts/service.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { insertRefundRequest, isRefundInProgress } from '../purchases/refund-requests-repository.ts'
import { lockGrant, type PurchaseRow, revokeGrant } from '../purchases/repository.ts'

/** A file that was removed, or is gone from the store for good. A store that does not answer for a moment is neither. */
const isFileMissing = and(
  eq(contents.kind, 'file'),
  or(isNull(contents.fileId), isNotNull(missingFiles.goneAt)),
)

/** Why nothing is there to be delivered, and nothing will be: its file is gone, or it was removed from the site. */
export type UndeliverableReason = 'file' | 'removed'

const reasonMessages: Record<UndeliverableReason, string> = {
  file: 'Its file is gone from the store.',
  removed: 'It was removed from this site.',
}

/** Undefined while an item can be delivered. */
export async function findUndeliverableReason(
  db: Db,
  contentId: number,
): Promise<UndeliverableReason | undefined> {
  const [row] = await db
    .select({ removedAt: contents.removedAt })
    .from(contents)
    .leftJoin(missingFiles, eq(missingFiles.fileId, contents.fileId))
    .where(and(eq(contents.id, contentId), or(isNotNull(contents.removedAt), isFileMissing)))
    .prepare('why_gone')
    .execute()
  if (!row) return undefined
  return row.removedAt ? 'removed' : 'file'
}

/**
 * Gives all the money back for what cannot be delivered: access closes, the buyer is told why, and the sweeper asks the
 * provider. Once for each purchase; the caller's transaction has just made it, or holds the lock of its grant.
 */
export async function refundUndeliverable(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  why: UndeliverableReason,
): Promise<void> {
  const { id: purchaseId, contentId, email } = purchase
  const amount = refundableAmount(purchase)
  // What the bank holds in a dispute is the bank's to give back.
  if (amount === 0 || (await isRefundInProgress(tx, purchaseId))) return
  const now = ports.clock.now()
  if (isFullRefund(purchase, amount)) await revokeGrant(tx, purchaseId, { now, reason: 'refund' })
  const refundRequest = {
    purchaseId,
    amount,
    askedBy: 'platform',
    state: 'refunding',
    nextTryAt: now,
  } as const
  await insertRefundRequest(tx, ports, { ...refundRequest, reason: reasonMessages[why] })
  if (email) {
    const subject = `purchase/${purchaseId}`
    const data = { purchaseId, message: why }
    await enqueueEmail(tx, ports, { kind: 'undeliverable', subject, recipient: email, data })
  }
  const detail = `Item ${contentId} was paid for and cannot be delivered: its buyers get their money back. ${reasonMessages[why]}`
  await raiseAlert(tx, ports, { kind: 'undeliverable', subject: `content/${contentId}`, detail })
}

const batchSize = 50

/** Buyers of a file that is gone who never had it: who has had it once was delivered to. Returns how many were paid back. */
export async function refundUndeliverablePurchases(ports: Ports): Promise<number> {
  const rows = await ports.db
    .select({ id: purchases.id })
    .from(missingFiles)
    .innerJoin(contents, eq(contents.fileId, missingFiles.fileId))
    .innerJoin(purchases, eq(purchases.contentId, contents.id))
    .innerJoin(grants, eq(grants.purchaseId, purchases.id))
    .where(and(isNotNull(missingFiles.goneAt), isNull(grants.openedAt), isNull(grants.revokedAt)))
    .limit(batchSize)
  for (const { id } of rows) {
    await ports.db.transaction(async (tx) => {
      const { purchase, grant } = await lockGrant(tx, id)
      if (!grant.openedAt && !grant.revokedAt) await refundUndeliverable(tx, ports, purchase, 'file')
    })
  }
  return rows.length
}
