import { and, asc, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { ListedKey } from '../../../../domain/key-list.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { findRow, insertIfNew, insertRows, updateRow } from '../../../db/rows.ts'
import {
  bundleItems,
  contentItems,
  counters,
  licensePool,
  licenses,
  reservations,
  users,
} from '../../../db/schema/index.ts'
import { sha256Base64url } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { evictPages, isSubject, type Subject } from '../reservations/repository.ts'

/*
 * The license keys of creators' own lists (decision 309). The counter of a list says how many there are (`max`), how many sales have
 * one (`used`), and how many running payments hold one. Whoever changes or takes keys locks the counter first.
 */

export function keysOf(contentId: number): Subject {
  return { kind: 'keys', subjectId: contentId }
}

type Pool = { used: number; reserved: number; max: number }

async function lockPool(tx: Tx, contentId: number): Promise<Pool | undefined> {
  const [row] = await tx
    .select()
    .from(counters)
    .where(isSubject(keysOf(contentId)))
    .for('update')
  return row && { ...row, max: row.max ?? 0 }
}

type List = { contentId: number; creatorId: string }

/** An item without a list has an empty one from now on. */
export async function openPool(tx: Tx, { contentId, creatorId }: List): Promise<void> {
  await insertIfNew(tx, counters, { ...keysOf(contentId), creatorId, max: 0 }, ['kind', 'subjectId'])
}

/** The items whose lists a sale of this one takes keys from: itself, or those of a bundle. */
export async function selectPooled(
  db: Db,
  { id, isBundle }: Pick<typeof contentItems.$inferSelect, 'id' | 'isBundle'>,
): Promise<Array<number>> {
  if (!isBundle) return [id]
  const rows = await db
    .select({ id: contentItems.id })
    .from(bundleItems)
    .innerJoin(contentItems, eq(contentItems.id, bundleItems.contentId))
    .where(
      and(
        eq(bundleItems.bundleId, id),
        isNull(bundleItems.removedAt),
        isNull(contentItems.takenDownAt),
        eq(contentItems.licenseMode, 'pool'),
      ),
    )
    .limit(limits.maxKeptBundleItems)
  return rows.map((row) => row.id)
}

/** The items whose sales take keys from an item's list: itself, and the bundles that it is in. */
export async function selectSellers(db: Db, contentId: number): Promise<Array<number>> {
  const rows = await db
    .select({ id: bundleItems.bundleId })
    .from(bundleItems)
    .where(and(eq(bundleItems.contentId, contentId), isNull(bundleItems.removedAt)))
  return [contentId, ...rows.map(({ id }) => id)]
}

const ofItem = (contentId: number) => eq(licensePool.contentId, contentId)
const isUnused = (contentId: number) => and(ofItem(contentId), isNull(licensePool.purchaseId))

/**
 * Adds keys to a list. Returns those that are left out: the list has them, or a buyer has them because we made them. Throws AppError
 * when it has too many. The caller holds the creator's lock.
 */
export async function insertKeys(
  tx: Tx,
  { contentId, creatorId }: List,
  { keys, now }: { keys: ReadonlyArray<ListedKey>; now: Date },
): Promise<Array<ListedKey>> {
  await openPool(tx, { contentId, creatorId })
  const pool = await lockPool(tx, contentId)
  if ((pool?.max ?? 0) + keys.length > limits.maxPoolKeys)
    throw new AppError('conflict', 'A list has up to 100,000 keys. Remove some first.')
  const rows = keys.map(({ key, normalized }) => ({
    contentId,
    creatorId,
    key,
    keyHash: sha256Base64url(normalized),
    addedAt: now,
  }))
  const inserted = new Set<string>()
  for (let from = 0; from < rows.length; from += insertedAtOnce) {
    const some = rows.slice(from, from + insertedAtOnce)
    const issued = await selectIssuedHashes(tx, contentId, some)
    const fresh = some.filter(({ keyHash }) => !issued.has(keyHash))
    if (fresh.length === 0) continue
    const stored = await tx
      .insert(licensePool)
      .values(fresh)
      .onConflictDoNothing()
      .returning({ keyHash: licensePool.keyHash })
    for (const { keyHash } of stored) inserted.add(keyHash)
  }
  await tx
    .update(counters)
    .set({ max: sql`${counters.max} + ${inserted.size}::int` })
    .where(isSubject(keysOf(contentId)))
  await evictPages(tx, keysOf(contentId))
  return keys.filter((_, index) => !inserted.has(rows[index]?.keyHash ?? ''))
}

const insertedAtOnce = 1_000

async function selectIssuedHashes(tx: Tx, contentId: number, keys: ReadonlyArray<{ keyHash: string }>) {
  const hashes = keys.map(({ keyHash }) => keyHash)
  const rows = await tx
    .select({ keyHash: licenses.keyHash })
    .from(licenses)
    .where(and(eq(licenses.contentId, contentId), inArray(licenses.keyHash, hashes)))
  return new Set(rows.map(({ keyHash }) => keyHash))
}

/**
 * Removes unused keys, all of them or those with these texts, and returns how many. Payments that hold one lose it, the newest
 * first: what is paid all the same waits for a key. Throws AppError when a key is promised to a buyer who waits for the release.
 * The caller holds the creator's lock.
 */
export async function deleteKeys(
  tx: Tx,
  contentId: number,
  keys: ReadonlyArray<ListedKey> | undefined,
): Promise<number> {
  const subject = keysOf(contentId)
  const pool = await lockPool(tx, contentId)
  if (!pool) return 0
  const hashes = keys?.map(({ normalized }) => sha256Base64url(normalized))
  const chosen = and(isUnused(contentId), hashes && inArray(licensePool.keyHash, hashes))
  const removed = (await tx.delete(licensePool).where(chosen).returning({ id: licensePool.id })).length
  if (removed > pool.max - pool.used)
    throw new AppError(
      'conflict',
      'People who bought before the release day were promised these keys. Leave one for each of them.',
    )
  const excess = Math.max(0, pool.used + pool.reserved - (pool.max - removed))
  await releaseNewest(tx, subject, excess)
  await tx
    .update(counters)
    .set({
      max: sql`${counters.max} - ${removed}::int`,
      reserved: sql`${counters.reserved} - ${excess}::int`,
    })
    .where(isSubject(subject))
  await evictPages(tx, subject)
  return removed
}

/** A payment that is being settled right now is locked, and waits for the counter, so it isn't waited for. */
async function releaseNewest(tx: Tx, { kind, subjectId }: Subject, excess: number): Promise<void> {
  if (excess === 0) return
  const held = await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(
      and(eq(reservations.kind, kind), eq(reservations.subjectId, subjectId), eq(reservations.state, 'held')),
    )
    .orderBy(desc(reservations.id))
    .limit(excess)
    .for('update', { skipLocked: true })
  if (held.length < excess)
    throw new AppError('conflict', 'Someone is paying for a key right now. Try again in a moment.')
  const ids = held.map(({ id }) => id)
  await tx.update(reservations).set({ state: 'released' }).where(inArray(reservations.id, ids))
}

export type Buyer = { id: number; checkoutId: number; amount: number }

/**
 * The next key of a list, for a purchase that has none or gets another one in place of its own. Undefined when none is left:
 * what running payments hold is theirs. Counts it unless the purchase's checkout has, and tells the creator when few are left.
 */
export async function takeKey(
  tx: Tx,
  ports: Ports,
  { buyer, contentId }: { buyer: Buyer; contentId: number },
): Promise<{ key: string; keyHash: string } | undefined> {
  const subject = keysOf(contentId)
  const isHeldBy = { ...subject, checkoutId: buyer.checkoutId }
  const [held] = await tx
    .select()
    .from(reservations)
    .where(
      and(
        eq(reservations.kind, subject.kind),
        eq(reservations.subjectId, contentId),
        eq(reservations.checkoutId, buyer.checkoutId),
      ),
    )
    .for('update')
  const pool = await lockPool(tx, contentId)
  if (!pool) return undefined
  const [own] = await tx
    .select()
    .from(licensePool)
    .where(and(eq(licensePool.purchaseId, buyer.id), ofItem(contentId), isNull(licensePool.retiredAt)))
  const isPromised = held?.state === 'used' && !own
  if (!isPromised && pool.used + pool.reserved >= pool.max) return undefined
  const now = ports.clock.now()
  if (own) {
    await updateRow(tx, licensePool, { id: own.id }, { retiredAt: now })
    await tx
      .update(counters)
      .set({ max: sql`${counters.max} - 1` })
      .where(isSubject(subject))
  }
  if (held?.state !== 'used') {
    await tx
      .update(counters)
      .set({
        used: sql`${counters.used} + 1`,
        soldAmount: sql`${counters.soldAmount} + ${buyer.amount}::bigint`,
      })
      .where(isSubject(subject))
    if (held) await updateRow(tx, reservations, { id: held.id }, { state: 'used' })
    else await insertRows(tx, reservations, [{ ...isHeldBy, state: 'used', heldUntil: new Date(0) }])
  }
  const [next] = await tx
    .select()
    .from(licensePool)
    .where(isUnused(contentId))
    .orderBy(asc(licensePool.id))
    .limit(1)
  if (!next) throw new Error(`The list of ${contentId} has fewer keys than its counter`)
  await updateRow(tx, licensePool, { id: next.id }, { purchaseId: buyer.id, takenAt: now })
  if (!isPromised) {
    await evictPages(tx, subject)
    await tellIfFew(tx, ports, contentId)
  }
  return next
}

/** The items of which a purchase has a key of a list. It stays theirs after a refund. */
export async function selectTaken(tx: Tx, purchaseId: number): Promise<Array<number>> {
  const rows = await tx
    .select({ contentId: licensePool.contentId })
    .from(licensePool)
    .where(and(eq(licensePool.purchaseId, purchaseId), isNull(licensePool.retiredAt)))
    .limit(limits.maxKeptBundleItems)
  return rows.map(({ contentId }) => contentId)
}

/** Emails the creator at 10 keys left and at none, once for each until keys are added. */
export async function tellIfFew(tx: Tx, ports: Ports, contentId: number): Promise<void> {
  const pool = await findRow(tx, counters, keysOf(contentId))
  const left = (pool?.max ?? 0) - (pool?.used ?? 0)
  if (!pool || (left !== limits.fewKeys && left !== 0)) return
  const [item] = await tx
    .select({ email: users.email, mode: contentItems.licenseMode })
    .from(contentItems)
    .innerJoin(users, eq(users.id, contentItems.creatorId))
    .where(and(eq(contentItems.id, contentId), isNull(users.deletedAt)))
  if (item?.mode !== 'pool') return
  await sendEmail(tx, ports, {
    kind: 'license_keys_few',
    to: item.email,
    data: { contentId, left },
    dedupeKey: `content/${contentId}/${await newestKey(tx, contentId)}/${left}`,
  })
}

/** By which emails about a list are told apart: it changes when keys are added. */
export async function newestKey(tx: Tx, contentId: number): Promise<number> {
  const [row] = await tx
    .select({ id: max(licensePool.id) })
    .from(licensePool)
    .where(ofItem(contentId))
  return row?.id ?? 0
}

/** How many keys a list has, and how many of them nobody has and nobody pays for. */
export async function countPool(db: Db, contentId: number) {
  const pool = await findRow(db, counters, keysOf(contentId))
  const { max: total, used, reserved: held } = { max: 0, used: 0, reserved: 0, ...pool }
  return { total: total ?? 0, left: (total ?? 0) - used - held, held }
}

/** Unused keys of a creator, or of one of their items, by their id. */
export function selectUnused(
  db: Db,
  {
    creatorId,
    contentId,
    after,
    limit,
  }: { creatorId: string; contentId?: number; after: number; limit: number },
) {
  return db
    .select()
    .from(licensePool)
    .where(
      and(
        eq(licensePool.creatorId, creatorId),
        isNull(licensePool.purchaseId),
        contentId === undefined ? undefined : ofItem(contentId),
        sql`${licensePool.id} > ${after}`,
      ),
    )
    .orderBy(asc(licensePool.id))
    .limit(limit)
}
