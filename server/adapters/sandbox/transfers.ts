import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { TransferFailedError, type TransferRequest, type TransferSnapshot } from '../../ports/connect.ts'
import type { SandboxContext } from './context.ts'
import { enqueueWebhook } from './events.ts'
import { newSandboxId } from './ids.ts'
import { sandboxAccounts, sandboxTransfers } from './schema.ts'

type Transfer = typeof sandboxTransfers.$inferSelect

/** Transfers to a completed account. A rejection is stored under its key, so that a repeated call is rejected again. */
export async function transfer(
  context: SandboxContext,
  request: TransferRequest,
  key: string,
): Promise<TransferSnapshot> {
  const { payoutId, accountId, amount, currency } = request
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw new TransferFailedError('This is not a valid transfer amount')
  const existing = await context.db.transaction(async (tx) => {
    const state = currency === context.currency && (await payoutsEnabled(tx, accountId)) ? 'paid' : 'failed'
    const row = {
      id: newSandboxId('tr'),
      idempotencyKey: key,
      payoutId,
      accountId,
      amount,
      currency,
      state,
    } as const
    const [inserted] = await tx
      .insert(sandboxTransfers)
      .values({ ...row, createdAt: context.clock.now() })
      .onConflictDoNothing()
      .returning()
    if (inserted?.state === 'paid') await enqueueWebhook(context, tx, 'transfer.created', inserted.id)
    const [stored] = await tx.select().from(sandboxTransfers).where(eq(sandboxTransfers.idempotencyKey, key))
    return stored
  })
  if (existing?.payoutId !== payoutId || existing.accountId !== accountId || existing.amount !== amount)
    throw new Error('This idempotency key was already used for another transfer')
  if (existing.state === 'failed') throw new TransferFailedError('This account cannot be paid')
  return snapshotOf(existing)
}

export async function getTransfer({ db }: SandboxContext, id: string): Promise<TransferSnapshot> {
  const [row] = await db.select().from(sandboxTransfers).where(eq(sandboxTransfers.id, id))
  if (!row) throw new Error('No such transfer')
  return snapshotOf(row)
}

export async function reverseTransfer(
  context: SandboxContext,
  id: string,
  key: string,
): Promise<TransferSnapshot> {
  return context.db.transaction(async (tx) => {
    const [row] = await tx.select().from(sandboxTransfers).where(eq(sandboxTransfers.id, id)).for('update')
    if (!row) throw new Error('No such transfer')
    if (row.state === 'reversed' && row.reversalIdempotencyKey === key) return snapshotOf(row)
    if (row.state !== 'paid') throw new TransferFailedError('This transfer was already reversed')

    const reversal = { state: 'reversed', reversalIdempotencyKey: key } as const
    await tx.update(sandboxTransfers).set(reversal).where(eq(sandboxTransfers.id, id))
    await enqueueWebhook(context, tx, 'transfer.reversed', id)
    return snapshotOf({ ...row, ...reversal })
  })
}

async function payoutsEnabled(tx: Tx, accountId: string): Promise<boolean> {
  const [account] = await tx.select().from(sandboxAccounts).where(eq(sandboxAccounts.id, accountId))
  return account?.state === 'complete'
}

function snapshotOf({ id, amount, state }: Transfer): TransferSnapshot {
  return { transferId: id, amount, state, amountReversed: state === 'reversed' ? amount : 0 }
}
