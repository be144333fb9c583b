import { asc, count, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import { alerts } from '../../../db/schema/index.ts'
import type { AlertRow } from './service.ts'

export async function countOpenAlerts(db: Db): Promise<number> {
  const [row] = await db.select({ open: count() }).from(alerts).where(isNull(alerts.resolvedAt))
  return row?.open ?? 0
}

export function selectOpenAlerts(db: Db, limit: number): Promise<Array<AlertRow>> {
  return db.select().from(alerts).where(isNull(alerts.resolvedAt)).orderBy(asc(alerts.id)).limit(limit)
}
