import { and, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { Db } from '../../../db/database.ts'
import { deleteRows } from '../../../db/rows.ts'
import { apiKeys, users } from '../../../db/schema/index.ts'
import { type ExportTable, exportTable } from '../../../http/export-table.ts'

export type ApiKeyRow = typeof apiKeys.$inferSelect

const works = (now: Date) => or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now))

/** The keys of a creator that work, newest first. */
export function selectKeys(db: Db, creatorId: string, now: Date): Promise<Array<ApiKeyRow>> {
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.creatorId, creatorId), works(now)))
    .orderBy(desc(apiKeys.id))
    .limit(limits.maxApiKeys)
}

export async function countKeys(db: Db, creatorId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ of: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.creatorId, creatorId), works(now)))
  return row?.of ?? 0
}

/** The key with this hash and its owner; undefined when it was revoked, has ended, or its owner may not sign in. */
export async function findWorkingKey(db: Db, keyHash: string, now: Date) {
  const [row] = await db
    .select({ key: apiKeys, email: users.email })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.creatorId))
    .where(and(eq(apiKeys.keyHash, keyHash), works(now), isNull(users.suspendedAt), isNull(users.deletedAt)))
  return row
}

/** Notes a use of a key, once a minute at most. */
export async function markUsed(db: Db, id: number, now: Date): Promise<void> {
  const minuteAgo = new Date(now.getTime() - 60_000)
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), sql`${apiKeys.lastUsedAt} < ${minuteAgo}`)))
}

export async function deleteKey(
  db: Db,
  { id, creatorId }: { id: number; creatorId: string },
): Promise<boolean> {
  return (await deleteRows(db, apiKeys, { id, creatorId })).length > 0
}

/** Without the hash, which is of use to nobody but us. */
export function keysTable(db: Db, creatorId: string): ExportTable {
  return exportTable('api_keys', {
    select: (after, limit) =>
      db
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.creatorId, creatorId), gt(apiKeys.id, after)))
        .orderBy(apiKeys.id)
        .limit(limit),
    idOf: ({ id }) => id,
    columns: {
      name: ({ name }) => name,
      scopes: ({ scopes }) => scopes.join(' '),
      created_at: ({ createdAt }) => createdAt.toISOString(),
      last_used_at: ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? null,
      expires_at: ({ expiresAt }) => expiresAt?.toISOString() ?? null,
    },
  })
}
