import { eq, inArray, isNull } from 'drizzle-orm'
import { contentItems, files, missingFiles, purchases, users } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { raiseAlert, resolveAlerts } from '../alerts/service.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { hasStoreSentinel, isStored, writeStoreSentinel } from '../storage/store-sentinel.ts'
import { refundUndeliverablePurchases } from './undeliverable.ts'

type StoredFile = Pick<typeof files.$inferSelect, 'id' | 'key'>

/** How long a file must be missing before it counts as lost, because a store may lag for a moment. */
const confirmMissingAfterMs = 45_000
const batchSize = 500

/** Records that the store does not have a purchased file; the sweep decides what that means. */
export async function recordMissingFile({ db, clock, log }: Ports, fileId: number): Promise<void> {
  log.error({ fileId }, 'a file is missing from the store')
  await db.insert(missingFiles).values({ fileId, missingSince: clock.now() }).onConflictDoNothing()
}

/** Whether the file was missing for so long that its buyers were refunded and its creator notified. */
export async function isConfirmedMissing({ db }: Ports, fileId: number): Promise<boolean> {
  const [row] = await db
    .select({ confirmedMissingAt: missingFiles.confirmedMissingAt })
    .from(missingFiles)
    .where(eq(missingFiles.fileId, fileId))
  return row?.confirmedMissingAt != null
}

/**
 * Checks that new sales can be delivered, and refunds those that cannot: a file counts as lost when a store with our
 * sentinel did not have it for a while. Errors of the store prove nothing.
 */
export async function verifyDeliverability(ports: Ports): Promise<void> {
  await writeStoreSentinel(ports)
  await verifyNewPurchases(ports)
  await recheckMissingFiles(ports)
  while ((await refundUndeliverablePurchases(ports)) > 0);
}

async function verifyNewPurchases(ports: Ports): Promise<void> {
  for (;;) {
    const unverified = await ports.db
      .select({ id: purchases.id, fileId: files.id, key: files.key })
      .from(purchases)
      .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
      .leftJoin(files, eq(files.id, contentItems.fileId))
      .where(isNull(purchases.deliveryVerifiedAt))
      .orderBy(purchases.paidAt)
      .limit(batchSize)
    const keyByFileId = new Map(
      unverified.flatMap(({ fileId, key }) => (fileId !== null && key !== null ? [[fileId, key]] : [])),
    )
    for (const [id, key] of keyByFileId)
      if (!(await isStored(ports.fileStore, key))) await recordMissingFile(ports, id)
    const ids = unverified.map(({ id }) => id)
    const deliveryVerifiedAt = ports.clock.now()
    if (ids.length > 0)
      await ports.db.update(purchases).set({ deliveryVerifiedAt }).where(inArray(purchases.id, ids))
    if (unverified.length < batchSize) return
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
  // A store without our sentinel is not ours or not mounted, so its files are not lost. `checkStore` alerts the
  // operator.
  if (!(await hasStoreSentinel(store))) return
  for (const { missing, file } of rows) {
    const isPastGracePeriod = clock.now().getTime() - missing.missingSince.getTime() >= confirmMissingAfterMs
    if (await isStored(store, file.key)) await clearMissingFile(ports, file)
    else if (isPastGracePeriod && missing.confirmedMissingAt === null) await confirmMissingFile(ports, file)
  }
}

async function clearMissingFile(ports: Ports, { id }: StoredFile): Promise<void> {
  await ports.db.transaction(async (tx) => {
    await tx.delete(missingFiles).where(eq(missingFiles.fileId, id))
    await resolveAlerts(tx, ports, { kinds: ['file-missing'], target: `file/${id}` })
  })
}

/** Emails the creators, because only they can upload the file again. */
async function confirmMissingFile(ports: Ports, { id, key }: StoredFile): Promise<void> {
  await ports.db.transaction(async (tx) => {
    await tx
      .update(missingFiles)
      .set({ confirmedMissingAt: ports.clock.now() })
      .where(eq(missingFiles.fileId, id))
    const message = `The file ${key} is missing from storage. Put it back, or ask its creator to upload it again.`
    await raiseAlert(tx, ports, { kind: 'file-missing', target: `file/${id}`, message })
    const items = await tx
      .select({ contentId: contentItems.id, email: users.email })
      .from(contentItems)
      .innerJoin(users, eq(users.id, contentItems.creatorId))
      .where(eq(contentItems.fileId, id))
    for (const { contentId, email: recipient } of items)
      await enqueueEmail(tx, ports, {
        kind: 'file_missing',
        dedupeKey: `file/${id}/${contentId}`,
        recipient,
        data: { contentId },
      })
  })
}
