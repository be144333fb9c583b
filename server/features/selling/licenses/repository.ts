import { and, asc, count, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { LicenseSettings } from '../../../../contract/licenses.ts'
import { limits } from '../../../../contract/limits.ts'
import { normalizeLicenseKey } from '../../../../domain/license-key.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { insertRows, updateRow } from '../../../db/rows.ts'
import { contentItems, licenseActivations, licenses, purchases } from '../../../db/schema/index.ts'
import { sha256Base64url } from '../../../http/request-context.ts'

export type LicenseRow = typeof licenses.$inferSelect
export type ActivationRow = typeof licenseActivations.$inferSelect

export function hashKey(typed: string): string {
  return sha256Base64url(normalizeLicenseKey(typed))
}

export async function findByKey(
  db: Db,
  { itemId, key }: { itemId: number; key: string },
): Promise<LicenseRow | undefined> {
  const [row] = await db
    .select()
    .from(licenses)
    .where(and(eq(licenses.contentId, itemId), eq(licenses.keyHash, hashKey(key))))
  return row
}

export async function findLicense(db: Db, id: number): Promise<LicenseRow | undefined> {
  const [row] = await db.select().from(licenses).where(eq(licenses.id, id))
  return row
}

/** Locked until the transaction ends, so that devices are counted one after the other. */
export async function lockLicense(tx: Tx, id: number): Promise<LicenseRow | undefined> {
  const [row] = await tx.select().from(licenses).where(eq(licenses.id, id)).for('update')
  return row
}

export async function revokeKey(tx: Tx, id: number, { reason, now }: { reason: string; now: Date }) {
  await updateRow(tx, licenses, { id }, { revokedAt: now, revocationMessage: reason })
}

const deviceCount = sql<number>`(select count(*)::int from ${licenseActivations}
  where ${licenseActivations.licenseId} = ${licenses.id} and ${licenseActivations.releasedAt} is null)`

/** The keys of a purchase with what their items say of them. */
export function selectOfPurchase(db: Db, purchaseId: number) {
  return db
    .select({ license: licenses, item: contentItems, devices: deviceCount })
    .from(licenses)
    .innerJoin(contentItems, eq(contentItems.id, licenses.contentId))
    .where(eq(licenses.purchaseId, purchaseId))
    .orderBy(asc(licenses.id))
    .limit(limits.maxKeptBundleItems)
}

const isUsed = (licenseId: number) =>
  and(eq(licenseActivations.licenseId, licenseId), isNull(licenseActivations.releasedAt))

export function countDevices(db: Db, licenseId: number): Promise<number> {
  return db.$count(licenseActivations, isUsed(licenseId))
}

/** The devices of a key, the last used first. */
export function selectDevices(db: Db, licenseId: number): Promise<Array<ActivationRow>> {
  return db
    .select()
    .from(licenseActivations)
    .where(isUsed(licenseId))
    .orderBy(desc(licenseActivations.lastSeenAt), desc(licenseActivations.id))
    .limit(limits.maxListed.devices)
}

export async function findDevice(
  db: Db,
  licenseId: number,
  fingerprint: string,
): Promise<ActivationRow | undefined> {
  const [row] = await db
    .select()
    .from(licenseActivations)
    .where(and(isUsed(licenseId), eq(licenseActivations.fingerprintHash, sha256Base64url(fingerprint))))
  return row
}

/** Which key a device that is in use belongs to. */
export async function findDeviceById(db: Db, id: number): Promise<ActivationRow | undefined> {
  const [row] = await db
    .select()
    .from(licenseActivations)
    .where(and(eq(licenseActivations.id, id), isNull(licenseActivations.releasedAt)))
  return row
}

type NewDevice = { licenseId: number; fingerprint: string; label: string; now: Date }

export async function insertDevice(tx: Tx, { licenseId, fingerprint, label, now }: NewDevice) {
  const row = {
    licenseId,
    fingerprintHash: sha256Base64url(fingerprint),
    label,
    createdAt: now,
    lastSeenAt: now,
  }
  await insertRows(tx, licenseActivations, [row])
}

export async function markSeen(db: Db, { id, label }: Pick<ActivationRow, 'id' | 'label'>, now: Date) {
  await updateRow(db, licenseActivations, { id }, { lastSeenAt: now, label })
}

export async function releaseDevice(tx: Tx, id: number, now: Date): Promise<void> {
  await updateRow(tx, licenseActivations, { id }, { releasedAt: now })
}

/** How many devices of a key were released within the window. */
export async function countReleases(db: Db, licenseId: number, now: Date): Promise<number> {
  const since = new Date(now.getTime() - limits.deviceReleaseWindowMs)
  const [row] = await db
    .select({ releases: count() })
    .from(licenseActivations)
    .where(and(eq(licenseActivations.licenseId, licenseId), gt(licenseActivations.releasedAt, since)))
  return row?.releases ?? 0
}

export async function countOfItem(
  db: Db,
  contentId: number,
): Promise<z.infer<typeof LicenseSettings>['counts']> {
  const [[keys], devices] = await Promise.all([
    db
      .select({ issued: count(), revoked: count(licenses.revokedAt) })
      .from(licenses)
      .where(eq(licenses.contentId, contentId)),
    db.$count(
      licenseActivations,
      and(
        isNull(licenseActivations.releasedAt),
        sql`${licenseActivations.licenseId} in (select ${licenses.id} from ${licenses} where ${licenses.contentId} = ${contentId})`,
      ),
    ),
  ])
  return { issued: keys?.issued ?? 0, revoked: keys?.revoked ?? 0, devices }
}

export type ExportedLicense = Awaited<ReturnType<typeof selectForExport>>[number]

/** Keys with their orders, by their id: of a creator, or of one of their items. */
export function selectForExport(
  db: Db,
  {
    creatorId,
    contentId,
    after,
    limit,
  }: { creatorId: string; contentId?: number; after: number; limit: number },
) {
  return db
    .select({
      license: getTableColumns(licenses),
      orderNumber: purchases.orderNumber,
      title: contentItems.title,
      devices: deviceCount,
    })
    .from(licenses)
    .innerJoin(purchases, eq(purchases.id, licenses.purchaseId))
    .innerJoin(contentItems, eq(contentItems.id, licenses.contentId))
    .where(
      and(
        eq(licenses.creatorId, creatorId),
        contentId === undefined ? undefined : eq(licenses.contentId, contentId),
        gt(licenses.id, after),
      ),
    )
    .orderBy(asc(licenses.id))
    .limit(limit)
}

/** Forgets on which devices the keys of purchases were used. The keys stay, as what was bought does. */
export async function deleteDevicesOf(tx: Tx, purchaseIds: ReadonlyArray<number>): Promise<void> {
  if (purchaseIds.length === 0) return
  const keys = tx
    .select({ id: licenses.id })
    .from(licenses)
    .where(inArray(licenses.purchaseId, [...purchaseIds]))
  await tx.delete(licenseActivations).where(inArray(licenseActivations.licenseId, keys))
  await tx
    .update(licenses)
    .set({ revocationMessage: '' })
    .where(and(inArray(licenses.purchaseId, [...purchaseIds]), isNotNull(licenses.revokedAt)))
}
