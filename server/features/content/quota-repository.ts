import { eq } from 'drizzle-orm'
import type { StorageUse } from '../../../domain/quota.ts'
import type { Db } from '../../db/database.ts'
import { creatorStorage, users } from '../../db/schema/index.ts'

/** What a creator stores, and the plan that limits it. A transaction that wrote any of it sees nobody else's writes between. */
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
