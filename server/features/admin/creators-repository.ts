import { and, desc, eq, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { earningKinds } from '../../../domain/ledger.ts'
import type { Db } from '../../db/database.ts'
import { likePart } from '../../db/like.ts'
import { contents, ledgerTotals, users } from '../../db/schema/index.ts'
import type { Part } from '../../http/paging.ts'

const totals = (kinds: SQL) => sql<string>`(
  select coalesce(sum(${ledgerTotals.amount}), 0) from ${ledgerTotals}
  where ${ledgerTotals.account} = 'creator/' || ${users}.id ${kinds})`
const earning = sql`and ${ledgerTotals.kind} in ${[...earningKinds]}`

const account = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  plan: users.plan,
  createdAt: users.createdAt,
  suspendedAt: users.suspendedAt,
  suspendedReason: users.suspendedReason,
  earned: totals(earning),
  balance: totals(sql``),
  contentCount: sql<number>`(
    select count(*)::int from ${contents} where ${contents.creatorId} = ${users}.id and ${contents.deletedAt} is null)`,
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof accountById>>>

export async function accountById(db: Db, id: string) {
  const [row] = await db.select(account).from(users).where(eq(users.id, id))
  return row
}

/** Accounts that were not deleted, by address, name or number, the newest first. */
export async function findAccounts(
  db: Db,
  { q, state }: { q: string; state: 'all' | 'suspended' },
  { most, skip }: Part,
) {
  const part = likePart(q)
  const name = sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`
  const where = and(
    isNull(users.deletedAt),
    state === 'suspended' ? isNotNull(users.suspendedAt) : undefined,
    q ? or(ilike(users.email, part), ilike(name, part), eq(users.id, q)) : undefined,
  )
  const rows = await db
    .select(account)
    .from(users)
    .where(where)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(most)
    .offset(skip)
  return { rows, total: await db.$count(users, where) }
}
