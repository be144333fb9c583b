import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import { tooFewCopies } from '../../../../domain/copies.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { checkouts, counters, purchases, reservations } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { evictPages, hasRoom, insertCounters, isSubject, type Subject, setMax } from './repository.ts'

export function copiesOf(contentId: number): Subject {
  return { kind: 'stock', subjectId: contentId }
}

type CopyLimit = { contentId: number; creatorId: string; max: number | null; now: Date }

/**
 * Changes how many copies of an item can be sold. The caller holds the item's lock. Returns whether more can be sold than
 * before. Throws AppError when more are sold or being paid for than the limit allows.
 */
export async function setCopies(tx: Tx, { contentId, creatorId, max, now }: CopyLimit): Promise<boolean> {
  const subject = copiesOf(contentId)
  const before = await lockCopies(tx, contentId)
  const oldMax = before?.max ?? null
  if (oldMax === max) return false
  if (!before) await insertCounters(tx, [{ ...subject, creatorId, max: null }])
  if (max === null) {
    await setMax(tx, subject, null)
    return true
  }
  if (oldMax === null) await countEarlier(tx, contentId, now)
  const counts = await lockCopies(tx, contentId)
  const problem = counts && tooFewCopies(max, counts)
  if (problem) throw new AppError('invalid_input', problem, { maxCopies: problem })
  await setMax(tx, subject, max)
  return oldMax !== null && max > oldMax
}

async function lockCopies(tx: Tx, contentId: number) {
  const [row] = await tx
    .select()
    .from(counters)
    .where(isSubject(copiesOf(contentId)))
    .for('update')
  return row
}

/**
 * Counts the sales from before the limit, and holds a copy for payments of the last half hour. Older ones that are still
 * open are canceled by the sweep. Checkouts that are being settled now are left out: `countUnheldCopy` counts their sale.
 */
async function countEarlier(tx: Tx, contentId: number, now: Date): Promise<void> {
  const since = new Date(now.getTime() - limits.holdMs)
  await tx.execute(sql`
    insert into ${reservations} (kind, subject_id, checkout_id, state, held_until)
    select 'stock', ${contentId}, ${purchases.checkoutId}, 'used', ${purchases.paidAt} from ${purchases}
    where ${purchases.contentId} = ${contentId}
      and (${purchases.refundedAmount} < ${purchases.amount} or ${purchases.amount} = 0)
    on conflict (kind, subject_id, checkout_id) do update set state = 'used'`)
  await tx.execute(sql`
    with started as (
      select ${checkouts.id} from ${checkouts}
      where ${checkouts.contentId} = ${contentId} and ${checkouts.state} in ('open', 'processing')
        and (${checkouts.createdAt} > ${since}::timestamptz or ${checkouts.state} = 'processing')
      for update skip locked
    ), held as (
      update ${checkouts} set has_extras = true from started where ${checkouts.id} = started.id
      returning ${checkouts.id}, ${checkouts.createdAt}
    )
    insert into ${reservations} (kind, subject_id, checkout_id, state, held_until)
    select 'stock', ${contentId}, held.id, 'held', held.created_at + interval '30 minutes' from held
    on conflict (kind, subject_id, checkout_id) do nothing`)
  await tx.execute(sql`
    with started as (
      select ${checkouts.id} from ${checkouts}
      where ${checkouts.contentId} = ${contentId} and ${checkouts.state} = 'open'
        and ${checkouts.createdAt} <= ${since}::timestamptz
      for update skip locked
    )
    update ${checkouts} set expires_at = ${now}::timestamptz, next_check_at = ${now}::timestamptz
    from started where ${checkouts.id} = started.id`)
  await tx.execute(sql`
    update ${counters} set used = found.used, reserved = found.reserved, sold_amount = found.sold_amount
    from (
      select count(*) filter (where r.state = 'used') as used, count(*) filter (where r.state = 'held') as reserved,
        coalesce(sum(p.amount) filter (where r.state = 'used'), 0) as sold_amount
      from ${reservations} r left join ${purchases} p on p.checkout_id = r.checkout_id
      where r.kind = 'stock' and r.subject_id = ${contentId}
    ) found
    where ${isSubject(copiesOf(contentId))}`)
}

type Sale = { contentId: number; checkoutId: number; amount: number }

/** Counts the sale of a checkout that started before its item's copies were limited, and so held none. Money comes first. */
export async function countUnheldCopy(tx: Tx, { contentId, checkoutId, amount }: Sale): Promise<void> {
  const subject = copiesOf(contentId)
  const counted = await tx
    .update(counters)
    .set({
      used: sql`${counters.used} + 1`,
      soldAmount: sql`${counters.soldAmount} + ${amount}::bigint`,
    })
    .where(
      and(
        isSubject(subject),
        isNotNull(counters.max),
        hasRoom,
        sql`not exists (select from ${reservations} where ${eq(reservations.checkoutId, checkoutId)}
          and ${reservations.kind} = 'stock' and ${reservations.subjectId} = ${counters.subjectId})`,
      ),
    )
    .returning({ subjectId: counters.subjectId })
  if (counted.length === 0) return
  await insertRows(tx, reservations, [{ ...subject, checkoutId, state: 'used', heldUntil: new Date(0) }])
  await evictPages(tx, subject)
}

/**
 * Ends checkouts that hold a copy, or a license key of a list, for too long while there is none for others: the sweep cancels them at the provider, and the
 * tip page offers the copy again. Where there are more copies, a slow buyer keeps theirs.
 */
export async function endLapsedHolds({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db.execute(sql`
    update ${checkouts} set expires_at = ${now}::timestamptz, next_check_at = ${now}::timestamptz
    from ${reservations} r join ${counters} c on c.kind = r.kind and c.subject_id = r.subject_id
    where r.kind in ('keys', 'stock') and r.state = 'held' and r.held_until <= ${now}::timestamptz
      and c.used + c.reserved >= c.max
      and ${checkouts.id} = r.checkout_id and ${checkouts.state} = 'open'
      and ${checkouts.expiresAt} > ${now}::timestamptz`)
}
