import { randomUUID } from 'node:crypto'
import { and, desc, eq, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Creator } from '../../../../contract/admin-overview.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { AppError } from '../../../../domain/errors.ts'
import { earningKinds } from '../../../../domain/ledger.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { containsPattern } from '../../../db/rows.ts'
import { contentItems, fullName, ledgerRollups, users } from '../../../db/schema/index.ts'
import { type LimitOffset, limitOffset } from '../../../http/pagination.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { planOf } from '../../people/accounts/plan.ts'
import { staffRoleOf } from '../../people/accounts/present.ts'
import { deleteSessions, findUserById, lockCreator, updateUser } from '../../people/accounts/repository.ts'
import { invalidateTipPages } from '../../selling/content/repository.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'

type ListCreatorsQuery = { q: string; state: 'all' | 'suspended'; page: number }

export async function listCreators({ db, config }: Ports, { page, ...filter }: ListCreatorsQuery) {
  const { rows, total } = await selectMatchingCreators(db, filter, limitOffset(page))
  return { creators: rows.map((row) => presentAccount(row, config.currency)), total, page }
}

/** Ends their sessions and unpublishes their items at once. Buyers keep access. */
export async function suspendCreator(
  ports: Ports,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
) {
  return applyCreatorChange(ports, viewer, String(id), async (tx, user) => {
    if (staffRoleOf(user)) throw new AppError('conflict', 'The admin account can’t be suspended.')
    if (user.suspendedAt) throw new AppError('conflict', 'This account is already suspended.')
    await updateUser(tx, user.id, { suspendedAt: ports.clock.now(), suspendedReason: reason })
    await deleteSessions(tx, user.id)
    return { action: 'suspendCreator', kind: 'account_suspended' as const, message: reason }
  })
}

/** Lets them sign in again, and puts their items back on sale. */
export async function reinstateCreator(ports: Ports, viewer: Viewer, id: number) {
  return applyCreatorChange(ports, viewer, String(id), async (tx, user) => {
    if (!user.suspendedAt) throw new AppError('conflict', 'This account isn’t suspended.')
    await updateUser(tx, user.id, { suspendedAt: null, suspendedReason: null })
    return { action: 'restoreCreator', kind: 'account_reinstated' as const, message: '' }
  })
}

type CreatorChange = { action: string; kind: 'account_suspended' | 'account_reinstated'; message: string }
type ApplyChange = (tx: Tx, user: Awaited<ReturnType<typeof lockCreator>>) => Promise<CreatorChange>

async function applyCreatorChange(
  ports: Ports,
  viewer: Viewer,
  id: string,
  apply: ApplyChange,
): Promise<Creator> {
  const existing = await findUserById(ports.db, id)
  if (!existing || existing.deletedAt) throw new AppError('not_found', 'Creator Not Found')
  return ports.db.transaction(async (tx) => {
    const user = await lockCreator(tx, id)
    const { action, kind, message } = await apply(tx, user)
    await invalidateTipPages(tx, id)
    await recordAuditEntry(tx, ports, viewer, {
      action,
      target: `creator/${id}`,
      before: { email: user.email, suspended: user.suspendedAt !== null, reason: user.suspendedReason },
      after: { suspended: kind === 'account_suspended', reason: message || null },
    })
    const dedupeKey = `creator/${id}/${randomUUID()}`
    const email = { dedupeKey, to: user.email }
    await sendEmail(
      tx,
      ports,
      kind === 'account_suspended'
        ? { ...email, kind, data: { reason: message } }
        : { ...email, kind, data: {} },
    )
    const row = await findCreatorById(tx, id)
    if (!row) throw new Error(`Creator ${id} does not exist`)
    return presentAccount(row, ports.config.currency)
  })
}

function presentAccount(row: AccountRow, currency: string): Creator {
  return {
    id: Number(row.id),
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    handle: row.handle,
    plan: planOf(row),
    contentCount: row.contentCount,
    totalEarnings: formatDecimal(Number(row.earned), currency),
    balance: formatDecimal(Number(row.balance), currency),
    currency,
    createdAt: row.createdAt.toISOString(),
    isStaff: staffRoleOf(row) !== null,
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    suspendedReason: row.suspendedReason,
  }
}

const balanceOf = (kinds: SQL) => sql<string>`(
  select coalesce(sum(${ledgerRollups.amount}), 0) from ${ledgerRollups}
  where ${ledgerRollups.account} = 'creator_balance/' || ${users}.id ${kinds})`
const earningKindsFilter = sql`and ${ledgerRollups.kind} in ${[...earningKinds]}`

const creatorColumns = {
  id: users.id,
  isOwner: users.isOwner,
  role: users.role,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  handle: users.handle,
  plan: users.plan,
  createdAt: users.createdAt,
  suspendedAt: users.suspendedAt,
  suspendedReason: users.suspendedReason,
  earned: balanceOf(earningKindsFilter),
  balance: balanceOf(sql``),
  contentCount: sql<number>`(
    select count(*)::int from ${contentItems} where ${contentItems.creatorId} = ${users}.id and ${contentItems.deletedAt} is null)`,
}

type AccountRow = NonNullable<Awaited<ReturnType<typeof findCreatorById>>>

async function findCreatorById(db: Db, id: string) {
  const [row] = await db.select(creatorColumns).from(users).where(eq(users.id, id))
  return row
}

/** Accounts that are not deleted, by email, name or id, newest first. */
async function selectMatchingCreators(
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
