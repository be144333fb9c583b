import { eq } from 'drizzle-orm'
import { dictionary } from '../../../contract/dictionary.ts'
import type { Tx } from '../../db/database.ts'
import {
  TransferDeferredError,
  TransferFailedError,
  type TransferRejection,
  type TransferRequest,
  type TransferSnapshot,
} from '../../ports/connect.ts'
import { changeBalance, lockBalance } from './balance.ts'
import { recordMovement } from './balance-transactions.ts'
import { newSandboxId, type SandboxContext } from './context.ts'
import { enqueueWebhook } from './events.ts'
import { sandboxAccounts, sandboxTransfers } from './schema.ts'

type Transfer = typeof sandboxTransfers.$inferSelect

/**
 * Transfers to a completed account. A rejection is stored under its key, so that a repeated call is rejected again:
 * also when the balance was too small, as at a real provider.
 */
export async function transfer(
  context: SandboxContext,
  request: TransferRequest,
  key: string,
): Promise<TransferSnapshot> {
  const { payoutId, accountId, amount, currency } = request
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw new TransferFailedError('This is not a valid transfer amount', { code: 'amount_invalid' })
  const existing = await context.db.transaction(async (tx) => {
    const available = await lockBalance(tx)
    const failureCode =
      (await findRejection(tx, context, request)) ??
      (available !== undefined && available < amount ? 'balance_insufficient' : null)
    const row = {
      id: newSandboxId('tr'),
      idempotencyKey: key,
      payoutId,
      accountId,
      amount,
      currency,
      state: failureCode ? 'failed' : 'paid',
      failureCode,
    } as const
    const [inserted] = await tx
      .insert(sandboxTransfers)
      .values({ ...row, createdAt: context.clock.now() })
      .onConflictDoNothing()
      .returning()
    if (inserted?.state === 'paid') {
      await changeBalance(tx, -amount)
      await recordMovement(context, tx, { kind: 'transfer', sourceId: inserted.id, amount: -amount })
      await enqueueWebhook(context, tx, 'transfer.created', inserted.id)
    }
    const [stored] = await tx.select().from(sandboxTransfers).where(eq(sandboxTransfers.idempotencyKey, key))
    return stored
  })
  if (existing?.payoutId !== payoutId || existing.accountId !== accountId || existing.amount !== amount)
    throw new Error('This idempotency key was already used for another transfer')
  if (existing.state === 'failed') throw failureOf(existing)
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
    if (row.state !== 'paid')
      throw new TransferFailedError('This transfer was already reversed', { code: 'already_reversed' })

    const reversal = { state: 'reversed', reversalIdempotencyKey: key } as const
    await tx.update(sandboxTransfers).set(reversal).where(eq(sandboxTransfers.id, id))
    await changeBalance(tx, row.amount)
    await recordMovement(context, tx, { kind: 'transfer', sourceId: id, amount: row.amount })
    await enqueueWebhook(context, tx, 'transfer.reversed', id)
    return snapshotOf({ ...row, ...reversal })
  })
}

const rejections: Record<string, TransferRejection> = dictionary({
  account_restricted: 'account_restricted',
  transfers_inactive: 'transfers_inactive',
  account_disconnected: 'disconnected',
  currency_unsupported: 'currency',
})

/** The code of a final rejection. */
async function findRejection(
  tx: Tx,
  context: SandboxContext,
  { accountId, currency }: TransferRequest,
): Promise<string | undefined> {
  if (currency !== context.currency) return 'currency_unsupported'
  const [account] = await tx.select().from(sandboxAccounts).where(eq(sandboxAccounts.id, accountId))
  if (account?.state === 'complete') return undefined
  if (!account || account.restriction === 'disconnected') return 'account_disconnected'
  return account.restriction === 'transfers_inactive' ? 'transfers_inactive' : 'account_restricted'
}

function failureOf({ failureCode }: Transfer): Error {
  const code = failureCode ?? 'account_restricted'
  if (code === 'balance_insufficient')
    return new TransferDeferredError('The balance does not cover this transfer', {
      reason: 'balance_insufficient',
      code,
    })
  return new TransferFailedError('This account cannot be paid', {
    rejection: rejections[code] ?? 'other',
    code,
  })
}

function snapshotOf({ id, amount, state }: Transfer): TransferSnapshot {
  return { transferId: id, amount, state, amountReversed: state === 'reversed' ? amount : 0 }
}
