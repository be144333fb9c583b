import { and, desc, eq, gte, lt, or } from 'drizzle-orm'
import type { MinorUnits } from '../../../contract/money.ts'
import type { BalanceTransactionKind } from '../../../contract/provider-balance.ts'
import type { Tx } from '../../db/database.ts'
import { insertRows } from '../../db/rows.ts'
import type { BalanceTransactionPage, EventRange } from '../../ports/payment-provider.ts'
import { newSandboxId, type SandboxContext } from './context.ts'
import { sandboxBalanceTransactions } from './schema.ts'

type Movement = { kind: BalanceTransactionKind; sourceId: string; amount: MinorUnits }

/** Records money that comes to the platform's balance, or leaves it: then `amount` is negative. */
export async function recordMovement(
  { clock, currency }: SandboxContext,
  tx: Tx,
  movement: Movement,
): Promise<void> {
  const row = { ...movement, id: newSandboxId('txn'), currency, createdAt: clock.now() }
  await insertRows(tx, sandboxBalanceTransactions, [row])
}

const pageSize = 100

/** The changes of the balance since a time, newest first. The sandbox takes no fees. */
export async function listBalanceTransactions(
  { db }: SandboxContext,
  { since, after }: EventRange,
): Promise<BalanceTransactionPage> {
  const { createdAt, id } = sandboxBalanceTransactions
  const [last] = after ? await db.select().from(sandboxBalanceTransactions).where(eq(id, after)) : []
  const isOlder =
    last && or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), lt(id, last.id)))
  const rows = await db
    .select()
    .from(sandboxBalanceTransactions)
    .where(and(gte(createdAt, since), isOlder))
    .orderBy(desc(createdAt), desc(id))
    .limit(pageSize + 1)
  const page = rows.slice(0, pageSize)
  return {
    transactions: page.map((row) => ({ ...row, type: row.kind, description: '', fee: 0 })),
    ...(rows.length > pageSize && { next: page.at(-1)?.id }),
  }
}
