import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { isFullRefund, refundableAmount } from '../../../domain/refund.ts'
import { lookUpPerPool } from '../../db/coalesce.ts'
import type { Db, Tx } from '../../db/database.ts'
import { forEachRow } from '../../db/for-each-row.ts'
import { rowsByKey } from '../../db/pages-by-key.ts'
import { arrayPlaceholder, preparedQuery } from '../../db/prepared-statement.ts'
import { accessGrants, contentItems, missingFiles, purchases } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { raiseAlert } from '../alerts/service.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { revokeGrant } from '../purchases/grants-repository.ts'
import { insertRefundRequest, isRefundInProgress } from '../purchases/refund-requests-repository.ts'
import { lockGrant, type PurchaseRow } from '../purchases/repository.ts'

/** The file was removed or is confirmed missing. A store that does not answer proves neither. */
const isFileMissing = and(
  eq(contentItems.kind, 'file'),
  or(isNull(contentItems.fileId), isNotNull(missingFiles.confirmedMissingAt)),
)

/** A condition on `content_items` and the left-joined `missing_files`. */
export const isUndeliverable = or(isNotNull(contentItems.buyerAccessRevokedAt), isFileMissing)

/** Why an item can never be delivered: its file is lost, or it was removed from the site. */
export type UndeliverableReason = 'file' | 'removed'

const reasonMessages: Record<UndeliverableReason, string> = {
  file: 'Its file is missing from storage.',
  removed: 'It was removed from this site.',
}

/** Undefined while an item can be delivered. */
export async function findUndeliverableReason(
  db: Db,
  contentId: number,
): Promise<UndeliverableReason | undefined> {
  const row = await findUndeliverable(db, contentId)
  if (!row) return undefined
  return row.removedAt ? 'removed' : 'file'
}

const findUndeliverable = lookUpPerPool(
  (db: Db, ids: Array<number>) => undeliverableContent(db, { ids }),
  ({ id }) => id,
)

const undeliverableContent = preparedQuery('find_undeliverable_content', (db) =>
  db
    .select({ id: contentItems.id, removedAt: contentItems.buyerAccessRevokedAt })
    .from(contentItems)
    .leftJoin(missingFiles, eq(missingFiles.fileId, contentItems.fileId))
    .where(and(sql`${contentItems.id} = any(${arrayPlaceholder('ids', 'bigint')})`, isUndeliverable)),
)

/**
 * Refunds an undeliverable purchase fully: revokes access, emails the buyer, and leaves the provider's refund to the
 * sweep. Once per purchase; the caller's transaction has just inserted it or holds its grant's lock.
 */
export async function refundUndeliverable(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  reason: UndeliverableReason,
): Promise<void> {
  const { id: purchaseId, creatorId, contentId, buyerEmail } = purchase
  const amount = refundableAmount(purchase)
  // A disputed amount can only be returned by the bank.
  if (amount === 0 || (await isRefundInProgress(tx, purchaseId))) return
  const now = ports.clock.now()
  if (isFullRefund(purchase, amount)) await revokeGrant(tx, purchaseId, { now, reason: 'refund' })
  const refundRequest = {
    purchaseId,
    creatorId,
    amount,
    requestedBy: 'system',
    state: 'processing',
    nextAttemptAt: now,
  } as const
  await insertRefundRequest(tx, ports, { ...refundRequest, requestMessage: reasonMessages[reason] })
  if (buyerEmail) {
    const dedupeKey = `purchase/${purchaseId}`
    const data = { purchaseId, message: reason }
    await enqueueEmail(tx, ports, { kind: 'refund_undeliverable', dedupeKey, recipient: buyerEmail, data })
  }
  const message = `Item ${contentId} was paid for but can’t be delivered. Its buyers are being refunded. ${reasonMessages[reason]}`
  await raiseAlert(tx, ports, { kind: 'undeliverable', target: `content/${contentId}`, message })
}

const pageSize = 50

/** Refunds buyers of a lost file who never accessed it. Those with a refund in progress are looked at again later. */
export async function refundUndeliverablePurchases(ports: Ports): Promise<void> {
  const rows = rowsByKey((after: number | undefined, limit) => selectUndelivered(ports.db, after, limit), {
    keyOf: ({ id }) => id,
    pageSize,
  })
  const refund = ({ id }: { id: number }) =>
    ports.db.transaction(async (tx) => {
      const { purchase, grant } = await lockGrant(tx, id)
      if (!grant.firstAccessedAt && !grant.revokedAt) await refundUndeliverable(tx, ports, purchase, 'file')
    })
  await forEachRow(rows, refund, {
    log: ports.log,
    message: 'a purchase of a lost file could not be refunded, will retry',
    describe: ({ id }) => ({ purchaseId: id }),
  })
}

function selectUndelivered(db: Db, after: number | undefined, limit: number) {
  return db
    .select({ id: purchases.id })
    .from(missingFiles)
    .innerJoin(contentItems, eq(contentItems.fileId, missingFiles.fileId))
    .innerJoin(purchases, eq(purchases.contentId, contentItems.id))
    .innerJoin(accessGrants, eq(accessGrants.purchaseId, purchases.id))
    .where(
      and(
        isNotNull(missingFiles.confirmedMissingAt),
        isNull(accessGrants.firstAccessedAt),
        isNull(accessGrants.revokedAt),
        after === undefined ? undefined : gt(purchases.id, after),
      ),
    )
    .orderBy(purchases.id)
    .limit(limit)
}
