import { and, asc, count, eq, gte, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import { alerts } from '../../../db/schema/index.ts'

export type AlertRow = typeof alerts.$inferSelect

export async function findAlert(db: Db, id: number): Promise<AlertRow | undefined> {
  const [row] = await db.select().from(alerts).where(eq(alerts.id, id))
  return row
}

/** Whether another alert of the kind was raised before this one, since a time. */
export async function hasEarlierAlertSince(
  db: Db,
  { id, kind, createdAt, since }: Pick<AlertRow, 'id' | 'kind' | 'createdAt'> & { since: Date },
): Promise<boolean> {
  const isEarlier = or(
    lt(alerts.createdAt, createdAt),
    and(eq(alerts.createdAt, createdAt), lt(alerts.id, id)),
  )
  const others = and(eq(alerts.kind, kind), gte(alerts.createdAt, since), isEarlier)
  return (await db.select({ id: alerts.id }).from(alerts).where(others).limit(1)).length > 0
}

export async function countOpenAlerts(db: Db): Promise<number> {
  const [row] = await db.select({ open: count() }).from(alerts).where(isNull(alerts.resolvedAt))
  return row?.open ?? 0
}

/** Open alerts, oldest first. */
export function selectOpenAlerts(db: Db, limit: number): Promise<Array<AlertRow>> {
  return db.select().from(alerts).where(isNull(alerts.resolvedAt)).orderBy(asc(alerts.id)).limit(limit)
}
