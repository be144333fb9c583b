import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { deleteRows, updateRow } from '../../../db/rows.ts'
import { pushDevices } from '../../../db/schema/index.ts'
import { type ExportTable, exportTable } from '../../../http/export-table.ts'

export type PushDeviceRow = typeof pushDevices.$inferSelect
type NewDevice = typeof pushDevices.$inferInsert

export function selectDevices(db: Db, userId: string): Promise<Array<PushDeviceRow>> {
  return db
    .select()
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(desc(pushDevices.id))
    .limit(limits.maxPushDevices)
}

export async function findDevice(db: Db, id: number): Promise<PushDeviceRow | undefined> {
  const [row] = await db.select().from(pushDevices).where(eq(pushDevices.id, id))
  return row
}

/**
 * Stores a browser, or moves it to the account that is signed in there now. False when somebody else's browser has the
 * address: only the same one knows its secret.
 */
export async function upsertDevice(tx: Tx, device: NewDevice): Promise<boolean> {
  const { endpoint, createdAt, ...rest } = device
  const stored = await tx
    .insert(pushDevices)
    .values(device)
    .onConflictDoUpdate({
      target: pushDevices.endpoint,
      set: { ...rest, failingSince: null },
      setWhere: and(eq(pushDevices.auth, device.auth), eq(pushDevices.p256dh, device.p256dh)),
    })
    .returning({ id: pushDevices.id })
  return stored.length > 0
}

export async function countDevices(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ of: count() }).from(pushDevices).where(eq(pushDevices.userId, userId))
  return row?.of ?? 0
}

export async function deleteDevice(db: Db, { id, userId }: { id: number; userId: string }): Promise<boolean> {
  return (await deleteRows(db, pushDevices, { id, userId })).length > 0
}

export async function markTaken(db: Db, id: number, now: Date): Promise<void> {
  await updateRow(db, pushDevices, { id }, { lastSentAt: now, failingSince: null })
}

export async function markFailing(db: Db, id: number, now: Date): Promise<void> {
  await db
    .update(pushDevices)
    .set({ failingSince: now })
    .where(and(eq(pushDevices.id, id), isNull(pushDevices.failingSince)))
}

/** Without the address and the keys, which are of use to nobody but us. */
export function devicesTable(db: Db, userId: string): ExportTable {
  return exportTable('notification_devices', {
    select: (after, limit) =>
      db
        .select()
        .from(pushDevices)
        .where(and(eq(pushDevices.userId, userId), gt(pushDevices.id, after)))
        .orderBy(sql`${pushDevices.id}`)
        .limit(limit),
    idOf: ({ id }) => id,
    columns: {
      name: ({ name }) => name,
      added_at: ({ createdAt }) => createdAt.toISOString(),
      last_sent_at: ({ lastSentAt }) => lastSentAt?.toISOString() ?? null,
    },
  })
}
