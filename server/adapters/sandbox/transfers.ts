import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { sandboxAccounts, sandboxTransfers } from '../../db/schema/sandbox.ts'
import { TransferRefused, type TransferRequest, type TransferSnapshot } from '../../ports/connect.ts'
import type { Desk } from './desk.ts'
import { announce } from './events.ts'
import { newSandboxId } from './ids.ts'

type Transfer = typeof sandboxTransfers.$inferSelect

/** Pays on to an account that is set up. A refusal is kept under its key, so that asking again is refused again. */
export async function transfer(desk: Desk, request: TransferRequest, key: string): Promise<TransferSnapshot> {
  const { payoutId, accountId, amount, currency } = request
  if (!Number.isSafeInteger(amount) || amount < 1) throw new TransferRefused('This is no amount to transfer')
  const kept = await desk.db.transaction(async (tx) => {
    const state = currency === desk.currency && (await takesPayouts(tx, accountId)) ? 'paid' : 'failed'
    const row = { id: newSandboxId('tr'), key, payoutId, accountId, amount, currency, state } as const
    const [made] = await tx
      .insert(sandboxTransfers)
      .values({ ...row, createdAt: desk.clock.now() })
      .onConflictDoNothing()
      .returning()
    if (made?.state === 'paid') await announce(desk, tx, 'transfer.created', made.id)
    const [earlier] = await tx.select().from(sandboxTransfers).where(eq(sandboxTransfers.key, key))
    return earlier
  })
  if (kept?.payoutId !== payoutId || kept.accountId !== accountId || kept.amount !== amount)
    throw new Error('This key was used for another transfer')
  if (kept.state === 'failed') throw new TransferRefused('This account cannot be paid')
  return snapshotOf(kept)
}

export async function getTransfer({ db }: Desk, id: string): Promise<TransferSnapshot> {
  const [found] = await db.select().from(sandboxTransfers).where(eq(sandboxTransfers.id, id))
  if (!found) throw new Error('There is no such transfer')
  return snapshotOf(found)
}

export async function reverseTransfer(desk: Desk, id: string, key: string): Promise<TransferSnapshot> {
  return desk.db.transaction(async (tx) => {
    const [found] = await tx.select().from(sandboxTransfers).where(eq(sandboxTransfers.id, id)).for('update')
    if (!found) throw new Error('There is no such transfer')
    if (found.state === 'reversed' && found.reversalKey === key) return snapshotOf(found)
    if (found.state !== 'paid') throw new TransferRefused('This transfer has come back already')

    const back = { state: 'reversed', reversalKey: key } as const
    await tx.update(sandboxTransfers).set(back).where(eq(sandboxTransfers.id, id))
    await announce(desk, tx, 'transfer.reversed', id)
    return snapshotOf({ ...found, ...back })
  })
}

async function takesPayouts(tx: Tx, accountId: string): Promise<boolean> {
  const [account] = await tx.select().from(sandboxAccounts).where(eq(sandboxAccounts.id, accountId))
  return account?.state === 'complete'
}

function snapshotOf({ id, amount, state }: Transfer): TransferSnapshot {
  return { transferId: id, amount, state, amountReversed: state === 'reversed' ? amount : 0 }
}
