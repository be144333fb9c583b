import { desc, eq, sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../contract/money.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { PlatformBalance, PlatformPayoutSnapshot } from '../../ports/connect.ts'
import { recordMovement } from './balance-transactions.ts'
import { newSandboxId, type SandboxContext } from './context.ts'
import { enqueueWebhook } from './events.ts'
import { sandboxBalance, sandboxPayouts } from './schema.ts'

/** What the platform can transfer; undefined while it covers every transfer. */
export async function getBalance({ db }: SandboxContext): Promise<PlatformBalance | undefined> {
  const [row] = await db.select().from(sandboxBalance)
  return row && { available: row.available, pending: 0, otherCurrencies: [] }
}

/** Locks the balance until the transaction ends. */
export async function lockBalance(tx: Tx): Promise<MinorUnits | undefined> {
  const [row] = await tx.select().from(sandboxBalance).for('update')
  return row?.available
}

/** Adds to a limited balance. */
export async function changeBalance(tx: Tx, amount: MinorUnits): Promise<void> {
  await tx.update(sandboxBalance).set({ available: sql`${sandboxBalance.available} + ${amount}` })
}

/** Sets what can be transferred; null covers every transfer. The provider announces it. */
export async function setBalance(context: SandboxContext, available: MinorUnits | null): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (available === null) await tx.delete(sandboxBalance)
    else
      await tx
        .insert(sandboxBalance)
        .values({ id: 1, available })
        .onConflictDoUpdate({ target: sandboxBalance.id, set: { available } })
    await enqueueWebhook(context, tx, 'balance.available', 'available')
  })
}

type NewPayout = { amount: MinorUnits; state: 'paid' | 'failed' }

/** A payout from the balance to the platform's own bank, which accepts it or not. */
export async function createPlatformPayout(
  context: SandboxContext,
  { amount, state }: NewPayout,
): Promise<void> {
  const { clock, currency } = context
  const id = newSandboxId('po')
  const failureCode = state === 'failed' ? 'account_closed' : null
  await context.db.transaction(async (tx) => {
    await tx
      .insert(sandboxPayouts)
      .values({ id, amount, currency, state, failureCode, createdAt: clock.now() })
    // The money of a failed payout stays in the balance.
    if (state === 'paid') {
      await changeBalance(tx, -amount)
      await recordMovement(context, tx, { kind: 'platform_payout', sourceId: id, amount: -amount })
    }
    await enqueueWebhook(context, tx, `payout.${state}`, id)
  })
}

export async function getPlatformPayout({ db }: SandboxContext, id: string): Promise<PlatformPayoutSnapshot> {
  const [row] = await db.select().from(sandboxPayouts).where(eq(sandboxPayouts.id, id))
  if (!row) throw new Error('No such payout')
  const { amount, currency, state, failureCode: code } = row
  const failure = code ? { code, message: 'The bank account has been closed.' } : undefined
  return { payoutId: id, amount, currency, state, ...(failure && { failure }) }
}

/** The newest payouts to the platform's bank. */
export async function listPlatformPayouts(db: Db, limit: number) {
  return db
    .select()
    .from(sandboxPayouts)
    .orderBy(desc(sandboxPayouts.createdAt), desc(sandboxPayouts.id))
    .limit(limit)
}
