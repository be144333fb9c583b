import { and, asc, count, eq, inArray, isNull, min } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { OrderNumber } from '../../../../contract/order-number.ts'
import type { SaleDetail } from '../../../../contract/sales.ts'
import { waitsUntil } from '../../../../domain/license-key.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { deleteRows, findRow, insertIfNew } from '../../../db/rows.ts'
import { accessGrants, contentItems, licenseWaits, purchases, users } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { raiseAlert, resolveAlerts } from '../../telling/alerts/service.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { newestKey } from './pool.ts'

export type WaitRow = typeof licenseWaits.$inferSelect

type Waiting = {
  purchase: { id: number; orderNumber: OrderNumber; creatorId: string; paidAt: Date }
  contentId: number
}

/** A sale whose list has no key left: the buyer waits, and the creator and the operator are told. */
export async function waitForKey(tx: Tx, ports: Ports, { purchase, contentId }: Waiting): Promise<void> {
  const { id: purchaseId, orderNumber, creatorId, paidAt: since } = purchase
  await insertIfNew(tx, licenseWaits, { purchaseId, contentId, creatorId, since }, [
    'purchaseId',
    'contentId',
  ])
  const message = `Order ${orderNumber} waits for a license key of item ${contentId}. It is refunded after 72 hours without one.`
  await raiseAlert(tx, ports, { kind: 'license-key-missing', target: `content/${contentId}`, message })
  const creator = await findRow(tx, users, { id: creatorId })
  if (!creator || creator.deletedAt) return
  await sendEmail(tx, ports, {
    kind: 'license_key_missing',
    to: creator.email,
    data: { contentId },
    dedupeKey: `content/${contentId}/${await newestKey(tx, contentId)}`,
  })
}

/** Buyers who wait for a key of an item and have access, who has waited longest first. */
export function selectWaiting(
  db: Db,
  contentId: number,
  { limit, purchaseId }: { limit: number; purchaseId?: number },
) {
  return db
    .select({ wait: licenseWaits, purchase: purchases, item: contentItems })
    .from(licenseWaits)
    .innerJoin(purchases, eq(purchases.id, licenseWaits.purchaseId))
    .innerJoin(contentItems, eq(contentItems.id, licenseWaits.contentId))
    .innerJoin(accessGrants, eq(accessGrants.purchaseId, licenseWaits.purchaseId))
    .where(
      and(
        eq(licenseWaits.contentId, contentId),
        purchaseId === undefined ? undefined : eq(licenseWaits.purchaseId, purchaseId),
        isNull(accessGrants.revokedAt),
      ),
    )
    .orderBy(asc(licenseWaits.id))
    .limit(limit)
}

export async function countWaiting(
  db: Db,
  contentId: number,
): Promise<{ waiting: number; since: Date | null }> {
  const [row] = await db
    .select({ waiting: count(), since: min(licenseWaits.since) })
    .from(licenseWaits)
    .where(eq(licenseWaits.contentId, contentId))
  return row ?? { waiting: 0, since: null }
}

/** The keys that a purchase waits for, in the shape of the contract. */
export async function presentAwaitedKeys(db: Db, purchaseId: number): Promise<SaleDetail['awaitedKeys']> {
  const rows = await db
    .select({ wait: licenseWaits, title: contentItems.title })
    .from(licenseWaits)
    .innerJoin(contentItems, eq(contentItems.id, licenseWaits.contentId))
    .where(eq(licenseWaits.purchaseId, purchaseId))
    .orderBy(asc(licenseWaits.id))
    .limit(limits.maxKeptBundleItems)
  return rows.map(({ wait: { contentId, since }, title }) => ({
    contentId,
    title,
    until: waitsUntil(since).toISOString(),
  }))
}

/** For which items a purchase waits, and since when. */
export async function selectWaits(db: Db, purchaseId: number): Promise<Map<number, Date>> {
  const rows = await db.select().from(licenseWaits).where(eq(licenseWaits.purchaseId, purchaseId))
  return new Map(rows.map(({ contentId, since }) => [contentId, since]))
}

/** The buyer has the key, or doesn't get one any more. */
export async function endWaits(tx: Tx, ports: Ports, waits: ReadonlyArray<WaitRow>): Promise<void> {
  if (waits.length === 0) return
  const ids = waits.map(({ id }) => id)
  await tx.delete(licenseWaits).where(inArray(licenseWaits.id, ids))
  for (const contentId of new Set(waits.map((wait) => wait.contentId)))
    if (!(await findRow(tx, licenseWaits, { contentId })))
      await resolveAlerts(tx, ports, { kinds: ['license-key-missing'], target: `content/${contentId}` })
}

/** Ends the waits of a purchase, or the one for an item of it. */
export async function endWaitsOf(
  tx: Tx,
  ports: Ports,
  which: { purchaseId: number; contentId?: number },
): Promise<void> {
  await endWaits(tx, ports, await deleteRows(tx, licenseWaits, which))
}
