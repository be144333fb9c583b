import { isWithdrawn, lateRefundAt, releaseState } from '../../../../domain/release.ts'
import type { Tx } from '../../../db/database.ts'
import { forEachRow, rowsByKey } from '../../../db/pages-by-key.ts'
import { findRow } from '../../../db/rows.ts'
import { contentItems } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { lockSale } from '../purchases/repository.ts'
import { refundUndeliverable } from '../settlement/undeliverable.ts'
import { selectMissedItems, selectRefundable } from './repository.ts'

const pageSize = 50

/**
 * Refunds who still waits 14 days after the first day that they were shown, and who waits for something that was deleted or taken
 * down before its day. Each in a transaction of their own, once; the provider's refund is left to the sweep.
 */
export async function refundMissedReleases(ports: Ports, signal?: AbortSignal): Promise<void> {
  const { db, clock, log } = ports
  const items = rowsByKey(
    (after: number | undefined, limit) => selectMissedItems(db, { now: clock.now(), after, limit }),
    { keyOf: ({ id }) => id, pageSize },
  )
  for await (const { id: contentId } of items) {
    const due = rowsByKey(
      (afterId: number | undefined, limit) =>
        selectRefundable(db, { contentId, now: clock.now(), afterId, limit }),
      { keyOf: ({ id }) => id, pageSize },
    )
    const refund = async (sale: { id: number; creatorId: string }) => {
      if (!signal?.aborted) await db.transaction((tx) => refundMissed(tx, ports, sale))
    }
    await forEachRow(due, refund, {
      log,
      message: 'a purchase that missed its release could not be refunded, will retry',
      describe: ({ id }) => ({ purchaseId: id }),
    })
  }
}

/** Decides again under the locks of sale and item: the day may have been moved, or the item put back. */
async function refundMissed(
  tx: Tx,
  ports: Ports,
  { id: purchaseId, creatorId }: { id: number; creatorId: string },
): Promise<void> {
  const now = ports.clock.now()
  const { purchase } = await lockSale(tx, { creatorId, purchaseId })
  const item = await findRow(tx, contentItems, { id: purchase.contentId })
  const { promisedReleaseAt } = purchase
  if (!item || !promisedReleaseAt || releaseState(purchase, item, now) === 'out') return
  const reason = isWithdrawn(item) ? 'withdrawn' : 'late'
  if (reason === 'late' && lateRefundAt(promisedReleaseAt) > now) return
  if (!(await refundUndeliverable(tx, ports, purchase, reason))) return
  const creator = await findUserById(tx, creatorId)
  if (creator?.email)
    await sendEmail(tx, ports, {
      kind: 'release_refunded',
      to: creator.email,
      data: { contentId: item.id, reason },
      dedupeKey: `content/${item.id}/${reason}/${promisedReleaseAt.toISOString()}`,
    })
}
