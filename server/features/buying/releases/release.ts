import { eq } from 'drizzle-orm'
import { isWithdrawn } from '../../../../domain/release.ts'
import type { Tx } from '../../../db/database.ts'
import { forEachRow, pagesByKey, rowsByKey } from '../../../db/pages-by-key.ts'
import { contentItems } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { lockSomeWaiting, markReleased, selectOutItems, selectWaiting } from './repository.ts'

const batchSize = 200
const itemsPageSize = 50

/**
 * Emails the buyers of each item whose day has come, and marks their wait as over. What they bought has opened already: the
 * clock decides that. A batch is marked in the transaction that stores its emails, so nobody gets two.
 */
export async function tellOfReleases(ports: Ports, signal?: AbortSignal): Promise<void> {
  const items = rowsByKey(
    (after: number | undefined, limit) => selectOutItems(ports.db, { now: ports.clock.now(), after, limit }),
    { keyOf: ({ id }) => id, pageSize: itemsPageSize },
  )
  const tell = async ({ id }: { id: number }) => {
    while (!signal?.aborted)
      if ((await ports.db.transaction((tx) => tellSome(tx, ports, id))) < batchSize) return
  }
  await forEachRow(items, tell, {
    log: ports.log,
    message: 'the buyers of a released item could not be told, will retry',
    describe: ({ id }) => ({ contentId: id }),
  })
}

/** Returns how many waited. The item is locked, so that its day is not moved in between. */
async function tellSome(tx: Tx, ports: Ports, contentId: number): Promise<number> {
  const now = ports.clock.now()
  const [item] = await tx.select().from(contentItems).where(eq(contentItems.id, contentId)).for('share')
  if (!item?.releaseAt || item.releaseAt > now || isWithdrawn(item)) return 0
  const waiting = await lockSomeWaiting(tx, contentId, batchSize)
  if (waiting.length === 0) return 0
  await markReleased(
    tx,
    waiting.map(({ id }) => id),
    item.releaseAt,
  )
  for (const { id: purchaseId, email } of waiting)
    if (email)
      await sendEmail(tx, ports, {
        kind: 'item_released',
        to: email,
        data: { purchaseId },
        dedupeKey: `purchase/${purchaseId}`,
      })
  return waiting.length
}

type NewDay = { contentId: string; releaseAt: string; movedAt: string }

/** Emails those who wait that the day was moved, once for each move, also when the job is repeated. */
export async function tellOfNewDay(ports: Ports, { contentId, releaseAt, movedAt }: NewDay): Promise<void> {
  const batches = pagesByKey(
    (afterId: number | undefined, limit) =>
      selectWaiting(ports.db, { contentId: Number(contentId), afterId, limit }),
    { keyOf: ({ id }) => id, pageSize: batchSize },
  )
  for await (const batch of batches)
    await ports.db.transaction(async (tx) => {
      for (const { id: purchaseId, email } of batch)
        if (email)
          await sendEmail(tx, ports, {
            kind: 'release_moved',
            to: email,
            data: { purchaseId, releaseAt },
            dedupeKey: `purchase/${purchaseId}/${movedAt}`,
            lane: 2,
          })
    })
}
