import { and, asc, count, desc, eq, gt, gte, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { WebhookDeliveryFilter } from '../../../../contract/webhook-deliveries.ts'
import { testEventType } from '../../../../contract/webhook-events.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { deleteRows, insertRows, updateRow } from '../../../db/rows.ts'
import { idBefore } from '../../../db/schema/columns.ts'
import { deliveries, users, webhookEndpoints, webhookTries } from '../../../db/schema/index.ts'
import { type ExportTable, exportTable } from '../../../http/export-table.ts'
import { endpointLanes, toldToEndpoints } from '../../telling/deliveries/events.ts'
import type { DeliveryRow } from '../../telling/deliveries/repository.ts'
import type { EventBody } from './payload.ts'
import type { Attempt } from './post-event.ts'

export type EndpointRow = typeof webhookEndpoints.$inferSelect
export type TryRow = typeof webhookTries.$inferSelect
type TurnedOffReason = NonNullable<EndpointRow['turnedOffReason']>

/** More are not counted. */
const maxCounted = 1_000
/** What may be in work is left alone for that long: the lease of a claim. */
const leaseMs = 120_000

export function selectEndpoints(db: Db, creatorId: string): Promise<Array<EndpointRow>> {
  return db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.creatorId, creatorId))
    .orderBy(asc(webhookEndpoints.id))
    .limit(limits.maxWebhookEndpoints)
}

export async function countEndpoints(db: Db, creatorId: string): Promise<number> {
  return db.$count(webhookEndpoints, eq(webhookEndpoints.creatorId, creatorId))
}

/** Another creator's endpoint is none. */
export async function findOwnEndpoint(
  db: Db,
  { id, creatorId }: Pick<EndpointRow, 'id' | 'creatorId'>,
): Promise<EndpointRow | undefined> {
  const [row] = await db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.creatorId, creatorId)))
  return row
}

export async function findEndpointWithOwner(db: Db, id: number) {
  const [row] = await db
    .select({
      endpoint: webhookEndpoints,
      owner: { email: users.email, suspendedAt: users.suspendedAt, deletedAt: users.deletedAt },
    })
    .from(webhookEndpoints)
    .innerJoin(users, eq(users.id, webhookEndpoints.creatorId))
    .where(eq(webhookEndpoints.id, id))
  return row
}

export async function insertEndpoint(
  tx: Tx,
  endpoint: Pick<EndpointRow, 'creatorId' | 'url' | 'format' | 'types' | 'secretEncrypted' | 'createdAt'>,
): Promise<EndpointRow> {
  const [row] = await insertRows(tx, webhookEndpoints, [endpoint])
  return row
}

export async function updateEndpoint(
  db: Db,
  id: number,
  change: Partial<typeof webhookEndpoints.$inferInsert>,
): Promise<void> {
  await updateRow(db, webhookEndpoints, { id }, change)
}

export async function deleteEndpoint(
  db: Db,
  { id, creatorId }: Pick<EndpointRow, 'id' | 'creatorId'>,
): Promise<boolean> {
  return (await deleteRows(db, webhookEndpoints, { id, creatorId })).length > 0
}

export async function markWorking(db: Db, id: number, now: Date): Promise<void> {
  await updateEndpoint(db, id, { lastSuccessAt: now, failingSince: null, failedEvents: 0 })
}

/** Returns the endpoint as it is then. */
export async function markFailing(
  tx: Tx,
  id: number,
  { now, isFirstTry }: { now: Date; isFirstTry: boolean },
): Promise<EndpointRow | undefined> {
  const [row] = await tx
    .update(webhookEndpoints)
    .set({
      failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${now}::timestamptz)`,
      failedEvents: sql`${webhookEndpoints.failedEvents} + ${isFirstTry ? 1 : 0}`,
    })
    .where(eq(webhookEndpoints.id, id))
    .returning()
  return row
}

/** Gives up what waits. It is kept, so that it can be sent when the endpoint is on again. */
export async function turnOff(
  tx: Tx,
  id: number,
  { now, reason }: { now: Date; reason: TurnedOffReason },
): Promise<void> {
  await updateEndpoint(tx, id, { turnedOffAt: now, turnedOffReason: reason })
  await tx
    .update(deliveries)
    .set({ state: 'failed', error: 'The endpoint was turned off.' })
    .where(and(eq(deliveries.endpointId, id), eq(deliveries.state, 'waiting')))
}

/** Keeps what is sent, at the first try. False when the delivery was erased or claimed by another process. */
export async function keepBody(
  db: Db,
  { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>,
  { body, about }: EventBody,
): Promise<boolean> {
  const kept = await db
    .update(deliveries)
    .set({ data: sql`${deliveries.data} || ${JSON.stringify({ body, about })}::jsonb` })
    .where(and(eq(deliveries.id, id), eq(deliveries.attempts, attempts), eq(deliveries.state, 'waiting')))
    .returning({ id: deliveries.id })
  return kept.length > 0
}

/** Nothing when the delivery was erased meanwhile. */
export async function insertTry(
  db: Db,
  deliveryId: number,
  { status, durationMs, answer, problem }: Attempt,
  at: Date,
): Promise<void> {
  await db.execute(sql`
    insert into webhook_tries (delivery_id, at, duration_ms, status, answer, problem)
    select id, ${at}::timestamptz, ${durationMs}, ${status}::int, ${answer}, ${problem}
    from deliveries where id = ${deliveryId} for key share`)
}

/** A test, which is sent once and listed as what became of it. */
export async function insertTest(
  tx: Tx,
  { endpointId, id, now, written }: { endpointId: number; id: number; now: Date; written: EventBody },
): Promise<DeliveryRow> {
  const [row] = await insertRows(tx, deliveries, [
    {
      id,
      endpointId,
      channel: 'webhook',
      kind: testEventType,
      target: String(endpointId),
      data: written,
      dedupeKey: `test/${id}`,
      lane: endpointLanes.usual,
      state: 'dropped',
      attempts: 1,
      nextAt: now,
      createdAt: now,
    },
  ])
  return row
}

export async function finishTest(db: Db, id: number, { problem }: Attempt, now: Date): Promise<void> {
  const outcome =
    problem === ''
      ? ({ state: 'sent', sentAt: now } as const)
      : ({ state: 'failed', error: problem } as const)
  await updateRow(db, deliveries, { id }, outcome)
}

/** What the list of endpoints says of each. */
export async function selectEndpointFigures(db: Db, id: number) {
  const newest = await db
    .select({ kind: deliveries.kind })
    .from(deliveries)
    .where(and(eq(deliveries.endpointId, id), eq(deliveries.state, 'sent')))
    .orderBy(desc(deliveries.id))
    .limit(1)
  const countOf = async (state: 'waiting' | 'failed') => {
    const counted = db
      .select({ nextAt: deliveries.nextAt, createdAt: deliveries.createdAt })
      .from(deliveries)
      .where(
        and(eq(deliveries.endpointId, id), eq(deliveries.state, state), ne(deliveries.kind, testEventType)),
      )
      .orderBy(deliveries.id)
      .limit(maxCounted)
      .as('counted')
    const [row] = await db
      .select({
        of: count(),
        nextAt: sql<Date | null>`min(${counted.nextAt})`.mapWith(deliveries.nextAt),
        oldest: sql<Date | null>`min(${counted.createdAt})`.mapWith(deliveries.createdAt),
      })
      .from(counted)
    return row ?? { of: 0, nextAt: null, oldest: null }
  }
  return { newestType: newest[0]?.kind, waiting: await countOf('waiting'), failed: await countOf('failed') }
}

const isNotTaken = or(
  eq(deliveries.state, 'failed'),
  and(eq(deliveries.state, 'waiting'), ne(deliveries.error, '')),
)

/** Drizzle names no table in a query of one, so the names are written here. */
const lastTry = (column: SQL) => sql`(select ${column} from webhook_tries
  where webhook_tries.delivery_id = deliveries.id order by webhook_tries.id desc limit 1)`

const listed = {
  delivery: deliveries,
  status: lastTry(sql`status`).mapWith((status) => status as number | null),
  lastTryAt: sql<Date | null>`${lastTry(sql`at`)}`.mapWith(webhookTries.at),
}

export type ListedDelivery = Awaited<ReturnType<typeof selectDeliveries>>[number]

export function selectDeliveries(
  db: Db,
  endpointId: number,
  { show, before, limit }: { show: WebhookDeliveryFilter; before: number | undefined; limit: number },
) {
  return db
    .select(listed)
    .from(deliveries)
    .where(
      and(
        eq(deliveries.endpointId, endpointId),
        before === undefined ? undefined : lt(deliveries.id, before),
        show === 'failed' ? isNotTaken : undefined,
      ),
    )
    .orderBy(desc(deliveries.id))
    .limit(limit)
}

/** Another creator's delivery is none. */
export async function findOwnDelivery(db: Db, { id, creatorId }: { id: number; creatorId: string }) {
  const [row] = await db
    .select({ ...listed, endpoint: webhookEndpoints })
    .from(deliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveries.endpointId))
    .where(and(eq(deliveries.id, id), eq(webhookEndpoints.creatorId, creatorId)))
  return row
}

/** The newest tries, oldest first. */
export async function selectTries(db: Db, deliveryId: number): Promise<Array<TryRow>> {
  const newest = await db
    .select()
    .from(webhookTries)
    .where(eq(webhookTries.deliveryId, deliveryId))
    .orderBy(desc(webhookTries.id))
    .limit(limits.maxListed.webhookTries)
  return newest.reverse()
}

/** Makes it due, with all its tries. What may be in work goes on. */
const dueAgain = (now: Date) => sql`
  state = 'waiting', lane = ${endpointLanes.usual}, error = '', data = data || jsonb_build_object('from', attempts),
  next_at = ${now}::timestamptz`

const mayBeInWork = (now: Date) => sql`(state = 'waiting' and attempts > 0
  and next_at between ${now}::timestamptz and ${new Date(now.getTime() + leaseMs)}::timestamptz)`

export async function resendDelivery(db: Db, id: number, now: Date): Promise<void> {
  await db.execute(sql`update deliveries set ${dueAgain(now)} where id = ${id} and not ${mayBeInWork(now)}`)
}

type Resend = { endpoint: EndpointRow; since: Date; show: WebhookDeliveryFilter }

function isResent({ endpoint, since, show }: Resend): SQL {
  const isMeant = show === 'failed' ? isNotTaken : or(isNotTaken, eq(deliveries.state, 'sent'))
  return sql`${and(
    eq(deliveries.endpointId, endpoint.id),
    gt(deliveries.id, idBefore(since)),
    gte(deliveries.createdAt, since),
    ne(deliveries.kind, testEventType),
    isMeant,
  )}`
}

/** What happened while the endpoint was off, or before it was made, was never meant for it. */
const isMissed = ({ endpoint, since }: Resend) => sql`event.creator_id = ${endpoint.creatorId}
  and event.id > ${idBefore(since)} and event.at >= ${since}::timestamptz and event.type = any(${sql.param(endpoint.types)}::text[])
  and not exists (select from deliveries d where d.event_id = event.id and d.endpoint_id = ${endpoint.id})`

export async function countResent(db: Db, resend: Resend): Promise<number> {
  const stored = await db.$count(deliveries, isResent(resend))
  if (resend.show === 'failed') return stored
  const { rows } = await db.execute<{ of: number }>(
    sql`select count(*)::int as of from domain_events event where ${isMissed(resend)}`,
  )
  return stored + (rows[0]?.of ?? 0)
}

/** The rows of one statement, so that none takes long. */
const resendBatchSize = 2_000

/** Batch by batch, each in a transaction of its own. Returns how many there were. */
export async function resendSince(db: Db, resend: Resend, now: Date): Promise<number> {
  const stored = await countBatches((after) => resendStored(db, resend, { now, after }))
  if (resend.show === 'failed') return stored
  return stored + (await countBatches((after) => sendMissed(db, resend, { now, after })))
}

type Batch = { now: Date; after: number }

/** Runs batches of ascending ids until one is empty. */
async function countBatches(run: (after: number) => Promise<Array<{ id: string }>>): Promise<number> {
  let total = 0
  let after = 0
  for (;;) {
    const rows = await run(after)
    if (rows.length === 0) return total
    total += rows.length
    after = Math.max(...rows.map(({ id }) => Number(id)))
  }
}

/** Without deliveries that are added since `now`, which are sent anyway. */
async function resendStored(db: Db, resend: Resend, { now, after }: Batch) {
  const ids = sql`array(select id from deliveries where ${isResent(resend)} and created_at <= ${now}::timestamptz
    and not ${mayBeInWork(now)} and id > ${after} order by id limit ${resendBatchSize})`
  const { rows } = await db.execute<{ id: string }>(sql`
    update deliveries set ${dueAgain(now)} where id = any(${ids}) and not ${mayBeInWork(now)} returning id`)
  return rows
}

async function sendMissed(db: Db, resend: Resend, { now, after }: Batch) {
  const { rows } = await db.execute<{ id: string }>(sql`
    ${sql.raw(toldToEndpoints)}, ${now}::timestamptz, ${now}::timestamptz
    from domain_events event join webhook_endpoints endpoint on endpoint.id = ${resend.endpoint.id}
    where ${isMissed(resend)} and event.id > ${after} order by event.id limit ${resendBatchSize}
    on conflict do nothing returning event_id as id`)
  return rows
}

/** What waits after a failed try is tried now: the address was mended. In another form it is written again. */
export async function tryWaitingNow(
  tx: Tx,
  endpointId: number,
  { now, isOtherForm }: { now: Date; isOtherForm: boolean },
): Promise<void> {
  await tx.execute(sql`
    update deliveries set next_at = ${now}::timestamptz, lane = ${endpointLanes.usual}
      ${isOtherForm ? sql`, data = data - array['body', 'about']` : sql``}
    where endpoint_id = ${endpointId} and state = 'waiting' and not ${mayBeInWork(now)}`)
}

/** Without the secret. */
export function endpointsTable(db: Db, creatorId: string): ExportTable {
  return exportTable('webhook_endpoints', {
    select: (after, limit) =>
      db
        .select()
        .from(webhookEndpoints)
        .where(and(eq(webhookEndpoints.creatorId, creatorId), gt(webhookEndpoints.id, after)))
        .orderBy(webhookEndpoints.id)
        .limit(limit),
    idOf: ({ id }) => id,
    columns: {
      url: ({ url }) => url,
      format: ({ format }) => format,
      types: ({ types }) => types.join(' '),
      created_at: ({ createdAt }) => createdAt.toISOString(),
      turned_off_at: ({ turnedOffAt }) => turnedOffAt?.toISOString() ?? null,
      last_success_at: ({ lastSuccessAt }) => lastSuccessAt?.toISOString() ?? null,
    },
  })
}
