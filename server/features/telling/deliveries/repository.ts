import { and, count, eq, gt, inArray, isNull, like, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { deliveries } from '../../../db/schema/index.ts'
import type { EmailKind } from './deliveries.ts'

export type DeliveryRow = typeof deliveries.$inferSelect
export type Channel = DeliveryRow['channel']

/** The time after which another process may take a claimed delivery. Longer than a try can take (deliver.ts). */
const leaseMs = 120_000

type Limits = { channel: Channel; now: Date; limit: number }

/**
 * Claims due deliveries for this process, those of the first lanes first. Other processes skip them until the lease ends.
 * `many` are those of the last lane.
 */
export async function claimDue(db: Db, lanes: 'usual' | 'many', { channel, now, limit }: Limits) {
  const isWanted = and(
    eq(deliveries.channel, channel),
    lanes === 'many' ? eq(deliveries.lane, 2) : lt(deliveries.lane, 2),
    lte(deliveries.nextAt, now),
  )
  return claim(db, isWanted, { now, limit })
}

/** Claims deliveries that the sender leaves alone for now. */
export async function claimByIds(db: Db, ids: Array<number>, now: Date): Promise<Array<DeliveryRow>> {
  return claim(db, inArray(deliveries.id, ids), { now, limit: ids.length })
}

/** The deliveries to one endpoint that a process has in work at once. */
const maxInWorkPerEndpoint = 4

type EndpointLimits = { now: Date; limit: number; inWork: ReadonlyArray<Pick<DeliveryRow, 'endpointId'>> }

/**
 * The same for creators' endpoints: the longest due first, and few at once for each, so that no endpoint waits for another
 * one that is slow. It looks at those only for which something waits.
 */
export async function claimForEndpoints(
  db: Db,
  lane: number,
  { now, limit, inWork }: EndpointLimits,
): Promise<Array<DeliveryRow>> {
  if (limit <= 0) return []
  const busy = inWork.map(({ endpointId }) => endpointId).filter((id) => id !== null)
  const next = (after: SQL) => sql`(select endpoint_id from deliveries
    where state = 'waiting' and lane = ${lane} and endpoint_id > ${after} order by endpoint_id limit 1)`
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive endpoints as (
      select ${next(sql`0`)} as id
      union all
      select ${next(sql`endpoints.id`)} from endpoints where endpoints.id is not null
    )
    select due.id from endpoints cross join lateral (
      select d.id, d.next_at from deliveries d
      where d.state = 'waiting' and d.lane = ${lane} and d.endpoint_id = endpoints.id and d.next_at <= ${now}::timestamptz
      order by d.next_at
      limit greatest(0, ${maxInWorkPerEndpoint} - (select count(*) from unnest(${sql.param(busy)}::bigint[]) b where b = endpoints.id))
    ) due order by due.next_at limit ${limit}`)
  const ids = rows.map(({ id }) => Number(id))
  if (ids.length === 0) return []
  return claim(db, and(inArray(deliveries.id, ids), lte(deliveries.nextAt, now)), { now, limit })
}

async function claim(db: Db, isWanted: SQL | undefined, { now, limit }: Omit<Limits, 'channel'>) {
  // An array is computed once. A plan may run the query of `in` for each row, and lock more rows than `limit`.
  const ids = sql`array(
    select ${deliveries.id} from ${deliveries} where ${and(eq(deliveries.state, 'waiting'), isWanted)}
    order by ${deliveries.lane}, ${deliveries.nextAt}, ${deliveries.id} limit ${limit} for update skip locked)`
  const claimed = await db
    .update(deliveries)
    .set({ attempts: sql`${deliveries.attempts} + 1`, nextAt: new Date(now.getTime() + leaseMs) })
    .where(sql`${deliveries.id} = any(${ids})`)
    .returning()
  return claimed.toSorted((a, b) => a.lane - b.lane || a.id - b.id)
}

/** A one-time code is needed for nothing but the email. */
const withoutCode = sql`case when ${deliveries.data} ? 'codeEncrypted'
  then ${deliveries.data} - array['codeEncrypted', 'device'] else ${deliveries.data} end`

/** Their recipients asked to be forgotten, so the address goes once the email is sent or dropped. */
const lastEmails: Array<EmailKind> = ['buyer_data_erased', 'account_deleted']

const targetAfterwards = sql`case when ${inArray(deliveries.kind, lastEmails)} then '' else ${deliveries.target} end`

export async function markSent(db: Db, { id }: DeliveryRow, now: Date): Promise<void> {
  await db
    .update(deliveries)
    .set({ state: 'sent', sentAt: now, error: '', data: withoutCode, target: targetAfterwards })
    .where(eq(deliveries.id, id))
}

const dropped = { state: 'dropped' as const, data: withoutCode, target: targetAfterwards }

/** For what became obsolete. */
export async function markDropped(db: Db, row: DeliveryRow): Promise<void> {
  await db
    .update(deliveries)
    .set({ ...dropped, error: '' })
    .where(isClaimOf(row))
}

/** For what failed and is no longer wanted. Its error stays. */
export async function dropFailed(tx: Tx, ids: Array<number>): Promise<void> {
  await tx
    .update(deliveries)
    .set(dropped)
    .where(and(inArray(deliveries.id, ids), eq(deliveries.state, 'failed')))
}

export async function hasFailed(db: Db, channel: Channel): Promise<boolean> {
  const isFailed = and(eq(deliveries.channel, channel), eq(deliveries.state, 'failed'), isOwn)
  return (await db.select({ id: deliveries.id }).from(deliveries).where(isFailed).limit(1)).length > 0
}

export async function markRetry(
  db: Db,
  { id, attempts }: DeliveryRow,
  change: { error: string; nextAt: Date; lane?: number },
): Promise<void> {
  await updateRow(db, deliveries, { id, attempts, state: 'waiting' }, change)
}

/** False when the delivery was erased or decided meanwhile. */
export async function markFailed(tx: Tx, row: DeliveryRow, error: string): Promise<boolean> {
  const failed = await tx
    .update(deliveries)
    .set({ state: 'failed', error, data: withoutCode })
    .where(isClaimOf(row))
    .returning({ id: deliveries.id })
  return failed.length > 0
}

/** Of the site itself: what a creator's endpoint doesn't take is the creator's matter. */
export const isOwn = isNull(deliveries.endpointId)

/** A delivery is late when it waits for longer than this. */
const lateAfterMs = 5 * 60_000

export function isLate(now: Date): SQL | undefined {
  const isWaitingLong = and(
    eq(deliveries.state, 'waiting'),
    lt(deliveries.createdAt, new Date(now.getTime() - lateAfterMs)),
  )
  return and(isOwn, or(eq(deliveries.state, 'failed'), isWaitingLong))
}

/** Makes a delivery due that failed or waits. Undefined when there is none. One that may be in work is not touched. */
export async function sendAgain(tx: Tx, id: number, now: Date): Promise<DeliveryRow | undefined> {
  const endOfLease = new Date(now.getTime() + leaseMs)
  const [row] = await tx
    .update(deliveries)
    .set({
      state: 'waiting',
      nextAt: sql`case when ${deliveries.state} = 'failed' or ${deliveries.nextAt} > ${endOfLease}::timestamptz
        then ${now}::timestamptz else ${deliveries.nextAt} end`,
    })
    .where(and(eq(deliveries.id, id), isOwn, inArray(deliveries.state, ['waiting', 'failed'])))
    .returning()
  return row
}

/** Another process may have claimed the delivery since, or a person's data was erased. */
function isClaimOf({ id, attempts }: DeliveryRow) {
  return and(eq(deliveries.id, id), eq(deliveries.attempts, attempts), eq(deliveries.state, 'waiting'))
}

/** Waiting emails to a purchase's old address go to its new one. */
export async function readdressWaiting(
  tx: Tx,
  { purchaseId, from, to }: { purchaseId: number; from: string; to: string },
): Promise<void> {
  await tx
    .update(deliveries)
    .set({ target: to })
    .where(and(isOfPurchase(purchaseId), eq(deliveries.target, from), eq(deliveries.state, 'waiting')))
}

export function isOfPurchase(purchaseId: number): SQL {
  return sql`${deliveries.data} ->> 'purchaseId' = ${String(purchaseId)}`
}

export async function deleteEmailsBefore(db: Db, kinds: Array<EmailKind>, before: Date): Promise<void> {
  await db
    .delete(deliveries)
    .where(
      and(eq(deliveries.channel, 'email'), inArray(deliveries.kind, kinds), lt(deliveries.createdAt, before)),
    )
}

export async function countResentSince(db: Db, purchaseId: number, since: Date): Promise<number> {
  const kind: EmailKind = 'purchase_access_resent'
  const [row] = await db
    .select({ sent: count() })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.channel, 'email'),
        eq(deliveries.kind, kind),
        like(deliveries.dedupeKey, `purchase/${purchaseId}/%`),
        gt(deliveries.createdAt, since),
      ),
    )
  return row?.sent ?? 0
}
