import { randomBytes } from 'node:crypto'
import { and, asc, eq, isNull, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { OrderNumber } from '../../../../contract/order-number.ts'
import { licenseEnd, licenseKeyBytes, makeLicenseKey } from '../../../../domain/license-key.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { hasRow, insertIfNew, updateRow } from '../../../db/rows.ts'
import { bundleItems, contentItems, licenses } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { recordEvent, saleFacts } from '../../telling/deliveries/events.ts'
import { takeKey } from './pool.ts'
import { hashKey, type LicenseRow } from './repository.ts'
import { waitForKey } from './waits.ts'

type Item = typeof contentItems.$inferSelect
/** An item, as far as it decides how its keys are made. */
type Licensed = Pick<Item, 'id' | 'licenseMode' | 'licensePrefix' | 'licenseValidDays'>
/** A purchase, as far as its keys need it. */
export type Bought = {
  id: number
  orderNumber: OrderNumber
  contentId: number
  creatorId: string
  checkoutId: number
  amount: number
  paidAt: Date
}

/** The items with keys that somebody gets who pays for this one now: itself, or those of a bundle. */
const givesKeys = (contentId: number, now: Date) =>
  and(
    ne(contentItems.licenseMode, 'none'),
    isNull(contentItems.takenDownAt),
    or(isNull(contentItems.releaseAt), lte(contentItems.releaseAt, now)),
    or(
      eq(contentItems.id, contentId),
      sql`${contentItems.id} in (select ${bundleItems.contentId} from ${bundleItems}
        where ${bundleItems.bundleId} = ${contentId} and ${bundleItems.removedAt} is null)`,
    ),
  )

/** Whether a sale of this item issues keys. Only of a bundle it is read. */
export async function hasKeys(
  db: Db,
  { id, isBundle, licenseMode }: Pick<Item, 'id' | 'isBundle' | 'licenseMode'>,
  now: Date,
): Promise<boolean> {
  return isBundle ? hasRow(db, contentItems, givesKeys(id, now)) : licenseMode !== 'none'
}

/**
 * Issues the keys of a sale, in its transaction. What its buyer had before has its key there. Where a list has none left, the
 * buyer waits for one.
 */
export async function issueKeys(
  tx: Tx,
  ports: Ports,
  { purchase, ownedContentIds }: { purchase: Bought; ownedContentIds: ReadonlyArray<number> },
): Promise<void> {
  const items = await tx
    .select()
    .from(contentItems)
    .where(
      and(
        givesKeys(purchase.contentId, purchase.paidAt),
        ownedContentIds.length === 0 ? undefined : notInArray(contentItems.id, [...ownedContentIds]),
      ),
    )
    .orderBy(asc(contentItems.id))
    .limit(limits.maxKeptBundleItems)
  for (const item of items)
    if (!(await issueKey(tx, ports, { purchase, item, now: purchase.paidAt })))
      await waitForKey(tx, ports, { purchase, contentId: item.id })
}

type Issue = { purchase: Bought; item: Licensed; now: Date }

/** Issues the key of one item of a purchase that has none of it. False when its creator's list has none left. */
export async function issueKey(tx: Tx, ports: Ports, { purchase, item, now }: Issue): Promise<boolean> {
  const key = await nextKey(tx, ports, { purchase, item })
  if (!key) return false
  const row = {
    purchaseId: purchase.id,
    contentId: item.id,
    creatorId: purchase.creatorId,
    ...key,
    issuedAt: now,
    expiresAt: licenseEnd(item.licenseValidDays, now),
  }
  const [license] = await insertIfNew(tx, licenses, row, ['purchaseId', 'contentId'])
  if (license) await tellOfKey(tx, ports, { purchase, license })
  return true
}

type Replacement = Issue & { replacedAt: Date | null }

/**
 * A new key in place of the old one, which stops working. A revoked key works again, and an expired one gets the days of a new key.
 * False when the creator's list has none left.
 */
export async function replaceKey(
  tx: Tx,
  ports: Ports,
  license: LicenseRow,
  { purchase, item, replacedAt, now }: Replacement,
): Promise<boolean> {
  const key = await nextKey(tx, ports, { purchase, item })
  if (!key) return false
  const hasExpired = license.expiresAt !== null && license.expiresAt <= now
  const expiresAt = hasExpired ? licenseEnd(item.licenseValidDays, now) : license.expiresAt
  const change = { ...key, replacedAt, expiresAt, revokedAt: null, revocationMessage: '' }
  await updateRow(tx, licenses, { id: license.id }, change)
  await tellOfKey(tx, ports, { purchase, license })
  return true
}

async function nextKey(
  tx: Tx,
  ports: Ports,
  { purchase, item }: Pick<Issue, 'purchase' | 'item'>,
): Promise<Pick<LicenseRow, 'key' | 'keyHash'> | undefined> {
  if (item.licenseMode !== 'pool') return newKey(item)
  const taken = await takeKey(tx, ports, { buyer: purchase, contentId: item.id })
  return taken && { key: taken.key, keyHash: taken.keyHash }
}

/** 125 random bits: no two keys are the same. */
function newKey({ licensePrefix }: Pick<Licensed, 'licensePrefix'>): Pick<LicenseRow, 'key' | 'keyHash'> {
  const key = makeLicenseKey(licensePrefix, randomBytes(licenseKeyBytes))
  return { key, keyHash: hashKey(key) }
}

async function tellOfKey(
  tx: Tx,
  ports: Ports,
  { purchase, license }: { purchase: Bought; license: LicenseRow },
): Promise<void> {
  await recordEvent(tx, ports, {
    type: 'license.issued',
    creatorId: license.creatorId,
    subject: `license/${license.id}`,
    payload: { ...saleFacts({ ...purchase, contentId: license.contentId }), licenseId: license.id },
  })
}
