import { eq } from 'drizzle-orm'
import type { StorageUse } from '../../../domain/quota.ts'
import type { Db } from '../../db/database.ts'
import { creatorStorage, users } from '../../db/schema/index.ts'

/**
 * A creator's used storage and plan. A transaction that changed the storage holds the lock of its row, so the numbers
 * include every concurrent change.
 */
export async function findStorageUse(
  db: Db,
  creatorId: string,
): Promise<StorageUse & { plan: 'creator' | 'pro' }> {
  const [row] = await db
    .select({ plan: users.plan, use: creatorStorage })
    .from(users)
    .leftJoin(creatorStorage, eq(creatorStorage.creatorId, users.id))
    .where(eq(users.id, creatorId))
  return {
    plan: row?.plan ?? 'creator',
    storedBytes: row?.use?.storedBytes ?? 0,
    openBytes: row?.use?.openBytes ?? 0,
    itemCount: row?.use?.itemCount ?? 0,
  }
}
