import { and, desc, eq, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { earningKinds } from '../../../domain/ledger.ts'
import type { Db } from '../../db/database.ts'
import { containsPattern } from '../../db/like-pattern.ts'
import { contentItems, fullName, ledgerRollups, users } from '../../db/schema/index.ts'
import type { LimitOffset } from '../../http/pagination.ts'

const balanceOf = (kinds: SQL) => sql<string>`(
  select coalesce(sum(${ledgerRollups.amount}), 0) from ${ledgerRollups}
  where ${ledgerRollups.account} = 'creator_balance/' || ${users}.id ${kinds})`
const earningKindsFilter = sql`and ${ledgerRollups.kind} in ${[...earningKinds]}`

const creatorColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  plan: users.plan,
  createdAt: users.createdAt,
  suspendedAt: users.suspendedAt,
  suspendedReason: users.suspendedReason,
  earned: balanceOf(earningKindsFilter),
  balance: balanceOf(sql``),
  contentCount: sql<number>`(
    select count(*)::int from ${contentItems} where ${contentItems.creatorId} = ${users}.id and ${contentItems.deletedAt} is null)`,
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findCreatorById>>>

export async function findCreatorById(db: Db, id: string) {
  const [row] = await db.select(creatorColumns).from(users).where(eq(users.id, id))
  return row
}

/** Accounts that are not deleted, by email, name or id, newest first. */
export async function selectMatchingCreators(
  db: Db,
  { q, state }: { q: string; state: 'all' | 'suspended' },
  { limit, offset }: LimitOffset,
) {
  const part = containsPattern(q)
  const where = and(
    isNull(users.deletedAt),
    state === 'suspended' ? isNotNull(users.suspendedAt) : undefined,
    q ? or(ilike(users.email, part), ilike(fullName(users), part), eq(users.id, q)) : undefined,
  )
  const rows = await db
    .select(creatorColumns)
    .from(users)
    .where(where)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(users, where) }
}
