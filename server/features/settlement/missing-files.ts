import { eq, inArray, isNull } from 'drizzle-orm'
import { contentItems, files, missingFiles, purchases, users } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { raiseAlert, resolveAlerts } from '../alerts/service.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { hasMark, isStored, markStore } from '../storage/mark.ts'
import { refundUndeliverablePurchases } from './undeliverable.ts'

type StoredFile = Pick<typeof files.$inferSelect, 'id' | 'key'>

/** Milliseconds a file must have been missing before it is gone: a store may be behind itself for a moment. */
const confirmMissingAfterMs = 45_000
const batchSize = 500

/** The store did not have a file that somebody paid for. What that means, the sweeper finds out. */
export async function recordMissingFile({ db, clock, log }: Ports, fileId: number): Promise<void> {
  log.error({ fileId }, 'a file is missing from the store')
  await db.insert(missingFiles).values({ fileId, missingSince: clock.now() }).onConflictDoNothing()
}

/** The file has been missing for so long that its buyers were paid back and its creator was told. */
export async function isWrittenOff({ db }: Ports, fileId: number): Promise<boolean> {
  const [row] = await db
    .select({ goneAt: missingFiles.confirmedMissingAt })
    .from(missingFiles)
    .where(eq(missingFiles.fileId, fileId))
  return row?.goneAt != null
}

/**
 * Looks whether what was sold since the last time is there to be delivered, and pays back what never will be: gone for
 * good is a file that a store which is certainly ours has not had for a while. A fault of the store says nothing.
 */
export async function verifyDeliverability(ports: Ports): Promise<void> {
  await markStore(ports)
  await verifyNewPurchases(ports)
  await recheckMissingFiles(ports)
  while ((await refundUndeliverablePurchases(ports)) > 0);
}

async function verifyNewPurchases(ports: Ports): Promise<void> {
  for (;;) {
    const sold = await ports.db
      .select({ id: purchases.id, fileId: files.id, key: files.key })
      .from(purchases)
      .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
      .leftJoin(files, eq(files.id, contentItems.fileId))
      .where(isNull(purchases.deliveryVerifiedAt))
      .orderBy(purchases.paidAt)
      .limit(batchSize)
    const wanted = new Map(
      sold.flatMap(({ fileId, key }) => (fileId !== null && key !== null ? [[fileId, key]] : [])),
    )
    for (const [id, key] of wanted)
      if (!(await isStored(ports.fileStore, key))) await recordMissingFile(ports, id)
    const ids = sold.map(({ id }) => id)
    const goodsCheckedAt = ports.clock.now()
    if (ids.length > 0)
      await ports.db
        .update(purchases)
        .set({ deliveryVerifiedAt: goodsCheckedAt })
        .where(inArray(purchases.id, ids))
    if (sold.length < batchSize) return
  }
}

async function recheckMissingFiles(ports: Ports): Promise<void> {
  const { db, fileStore: store, clock } = ports
  const rows = await db
    .select({ missing: missingFiles, file: { id: files.id, key: files.key } })
    .from(missingFiles)
    .innerJoin(files, eq(files.id, missingFiles.fileId))
    .orderBy(missingFiles.missingSince)
    .limit(batchSize)
  if (rows.length === 0) return
  // A store without our mark is not ours, or not mounted: what it lacks is not lost. `checkStore` tells the operator.
  if (!(await hasMark(store))) return
  for (const { missing, file } of rows) {
    const isPastGracePeriod = clock.now().getTime() - missing.missingSince.getTime() >= confirmMissingAfterMs
    if (await isStored(store, file.key)) await clearMissingFile(ports, file)
    else if (isPastGracePeriod && missing.confirmedMissingAt === null) await confirmMissingFile(ports, file)
  }
}

async function clearMissingFile(ports: Ports, { id }: StoredFile): Promise<void> {
  await ports.db.transaction(async (tx) => {
    await tx.delete(missingFiles).where(eq(missingFiles.fileId, id))
    await resolveAlerts(tx, ports, { kinds: ['file-gone'], target: `file/${id}` })
  })
}

/** Its creators are told: they alone can bring the file again. */
async function confirmMissingFile(ports: Ports, { id, key }: StoredFile): Promise<void> {
  await ports.db.transaction(async (tx) => {
    await tx
      .update(missingFiles)
      .set({ confirmedMissingAt: ports.clock.now() })
      .where(eq(missingFiles.fileId, id))
    const message = `The file ${key} is gone from the store. Put it back, or its creator uploads it again.`
    await raiseAlert(tx, ports, { kind: 'file-gone', target: `file/${id}`, message })
    const items = await tx
      .select({ contentId: contentItems.id, email: users.email })
      .from(contentItems)
      .innerJoin(users, eq(users.id, contentItems.creatorId))
      .where(eq(contentItems.fileId, id))
    for (const { contentId, email: recipient } of items)
      await enqueueEmail(tx, ports, {
        kind: 'file-gone',
        dedupeKey: `file/${id}/${contentId}`,
        recipient,
        data: { contentId },
      })
  })
}
