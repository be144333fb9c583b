import { and, asc, eq, gt } from 'drizzle-orm'
import { isActive } from '../../../../domain/access.ts'
import { waitsUntil } from '../../../../domain/license-key.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { forEachRow, rowsByKey } from '../../../db/pages-by-key.ts'
import { hasRow } from '../../../db/rows.ts'
import { disputes, licenseWaits } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { serve } from '../../selling/licenses/list.ts'
import { endWaitsOf, selectWaiting, type WaitRow } from '../../selling/licenses/waits.ts'
import { type GrantRow, lockSale, type PurchaseRow } from '../purchases/repository.ts'
import { refundUndeliverable } from '../settlement/undeliverable.ts'

const pageSize = 50

/**
 * Gives keys to buyers who wait, where one has come back, and refunds those who have waited for 72 hours. Each in a transaction
 * of its own; the provider's refund is left to the sweep of refunds.
 */
export async function endKeyWaits(ports: Ports, signal?: AbortSignal): Promise<void> {
  const { db, log } = ports
  const waits = rowsByKey((after: number | undefined, limit) => selectPage(db, after ?? 0, limit), {
    keyOf: ({ id }) => id,
    pageSize,
  })
  const end = async (wait: WaitRow) => {
    if (!signal?.aborted) await db.transaction((tx) => endWait(tx, ports, wait))
  }
  await forEachRow(waits, end, {
    log,
    message: 'a purchase that waits for a license key could not be served or refunded, will retry',
    describe: ({ purchaseId }) => ({ purchaseId }),
  })
}

function selectPage(db: Db, after: number, limit: number): Promise<Array<WaitRow>> {
  return db
    .select()
    .from(licenseWaits)
    .where(gt(licenseWaits.id, after))
    .orderBy(asc(licenseWaits.id))
    .limit(limit)
}

/** Decides again under the locks of the sale. */
async function endWait(
  tx: Tx,
  ports: Ports,
  { id, purchaseId, creatorId, contentId }: WaitRow,
): Promise<void> {
  const { purchase, grant } = await lockSale(tx, { creatorId, purchaseId })
  const [wait] = await tx.select().from(licenseWaits).where(eq(licenseWaits.id, id))
  if (!wait) return
  const waiting = (await selectWaiting(tx, contentId, { limit: 1, purchaseId }))[0]
  if (waiting && (await serve(tx, ports, waiting))) return
  if (waitsUntil(wait.since) > ports.clock.now()) return
  if ((await isOver(tx, purchase, grant)) || (await refundUndeliverable(tx, ports, purchase, 'key')))
    await endWaitsOf(tx, ports, { purchaseId })
}

/**
 * Whether a wait ends without a key and without a refund: the purchase was free or is refunded, a creator or the admin has revoked its
 * access, which moves no money, or its dispute is lost. While a dispute is open, the wait goes on.
 */
async function isOver(
  tx: Tx,
  { id, amount, refundedAmount }: PurchaseRow,
  grant: GrantRow,
): Promise<boolean> {
  if (amount === refundedAmount) return true
  if (isActive(grant) || grant.revocationReason === 'refund') return false
  if (grant.revocationReason !== 'dispute') return true
  return !(await hasRow(tx, disputes, and(eq(disputes.purchaseId, id), eq(disputes.state, 'open'))))
}
