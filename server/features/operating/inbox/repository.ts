import { type SQL, sql } from 'drizzle-orm'
import { type InboxKind, inboxKinds } from '../../../../contract/inbox.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Db } from '../../../db/database.ts'
import type { AnyInboxSource, InboxSources } from '../../inbox.ts'

export type OpenRow = { kind: InboxKind; id: string; openedAt: Date; dueAt: Date | null; facts: unknown }

/** More of a kind are not counted. */
const maxCounted = 1_000
const pageSize = limits.maxListed.inbox
/** What nobody waits for comes last. */
const lastDueAt = new Date('2200-01-01T00:00:00Z')

/** How many are open, by kind, in one statement. */
export async function countOpen(
  db: Db,
  sources: InboxSources,
  now: Date,
): Promise<Record<InboxKind, number>> {
  const counts = inboxKinds.map(
    (kind) =>
      sql`select ${kind}::text as kind, count(*)::int as open from (select 1 from (${sources[kind].open(now)}) q limit ${maxCounted}) c`,
  )
  const { rows } = await db.execute<{ kind: InboxKind; open: number }>(union(counts))
  const open = new Map(rows.map((row) => [row.kind, row.open]))
  return Object.fromEntries(inboxKinds.map((kind) => [kind, open.get(kind) ?? 0])) as Record<
    InboxKind,
    number
  >
}

type Page = { kind?: InboxKind | undefined; cursor?: string | undefined; now: Date }

/** A page of one or all kinds in one statement. Each kind gives at most a page, so what is sorted is bounded. */
export async function selectOpen(db: Db, sources: InboxSources, { kind, cursor, now }: Page) {
  const isAfter = cursor === undefined ? sql`true` : afterCursor(cursor)
  const branches = (kind ? [kind] : inboxKinds).map(
    (one) => sql`(select * from (${keyed(sources[one], one, now)}) k where ${isAfter} ${inOrder})`,
  )
  const { rows } = await db.execute<StoredRow>(sql`select * from (${union(branches)}) u ${inOrder}`)
  const page = rows.slice(0, pageSize).map(toRow)
  const last = page.at(-1)
  return { rows: page, next: rows.length > pageSize && last ? encode(last) : null }
}

export async function findOpen(
  db: Db,
  source: AnyInboxSource,
  { kind, id, now }: { kind: InboxKind; id: string; now: Date },
): Promise<OpenRow | undefined> {
  const { rows } = await db.execute<StoredRow>(
    sql`select * from (${keyed(source, kind, now)}) k where k.id = ${id} limit 1`,
  )
  return rows[0] && toRow(rows[0])
}

type StoredRow = { kind: InboxKind; id: string; opened_at: Date; due_at: Date | null; facts: unknown }

/** Times in milliseconds, as cursors have them. */
function keyed(source: AnyInboxSource, kind: InboxKind, now: Date): SQL {
  return sql`select ${kind}::text as kind, q.id, date_trunc('milliseconds', q.opened_at) as opened_at,
    date_trunc('milliseconds', q.due_at) as due_at, q.facts from (${source.open(now)}) q`
}

const dueFirst = sql`coalesce(due_at, ${lastDueAt.toISOString()}::timestamptz)`
const inOrder = sql`order by ${dueFirst}, opened_at, kind, id limit ${pageSize + 1}`

function union(parts: Array<SQL>): SQL {
  return sql.join(parts, sql` union all `)
}

function afterCursor(cursor: string): SQL {
  const [due, opened, kind, id] = cursor.split('.')
  const time = (ms: string | undefined) => sql`${new Date(Number(ms)).toISOString()}::timestamptz`
  return sql`(${dueFirst}, opened_at, kind, id) > (${time(due)}, ${time(opened)}, ${kind}::text, ${id}::text)`
}

function encode({ kind, id, openedAt, dueAt }: OpenRow): string {
  return [(dueAt ?? lastDueAt).getTime(), openedAt.getTime(), kind, id].join('.')
}

function toRow({ opened_at, due_at, ...row }: StoredRow): OpenRow {
  return { ...row, openedAt: new Date(opened_at), dueAt: due_at === null ? null : new Date(due_at) }
}
