import type { z } from 'zod'
import { formatDecimal } from '../../../../contract/money.ts'
import type * as contract from '../../../../contract/payout-runs.ts'
import type { AdminPayout } from '../../../../contract/payout-runs.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { decodeCursor, encodeCursor, pageSize, paginate } from '../../../http/pagination.ts'
import type { Viewer } from '../../../http/request-context.ts'
import { TransferDeferredError, TransferFailedError } from '../../../ports/connect.ts'
import type { Ports } from '../../../ports/index.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { transitionPayout } from './create-payout.ts'
import { presentForAdmin, shownDestination } from './present.ts'
import { findPayout, lockPayout, type PayoutWithCreator, selectPayouts } from './repository.ts'
import { payoutsDisabledReason } from './runs.ts'
import { reverseTransfer } from './transfers.ts'

export async function listPayouts(
  ports: Ports,
  { cursor, ...filter }: z.output<typeof contract.listPayouts.query>,
): Promise<z.input<typeof contract.listPayouts.response>> {
  const before = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await selectPayouts(ports.db, { ...filter, before }, pageSize + 1)
  const { page, last } = paginate(rows, pageSize)
  return {
    payouts: page.map((row) => presentForAdmin(ports, row)),
    next: last ? encodeCursor({ at: last.payout.createdAt, id: last.payout.id }) : null,
  }
}

/** Marks a payout as paid manually. Throws AppError `conflict` when it is paid or returned already, or is a transfer. */
export async function markPayoutPaid(
  ports: Ports,
  viewer: Viewer,
  { id, reference, notes }: z.output<typeof contract.markPayoutPaid.body> & { id: number },
): Promise<AdminPayout> {
  const disabledReason = payoutsDisabledReason(ports)
  if (disabledReason) throw new AppError('forbidden', disabledReason)
  const row = await requireAllowed(ports, id, 'canBePaid')
  const columns = { bankReference: reference, ...(notes && { creatorMessage: notes }) }
  await ports.db.transaction(async (tx) => {
    await requireStillAllowed(tx, ports, row, 'canBePaid')
    if (!(await transitionPayout(tx, ports, row.payout, 'paid', columns))) throw alreadyTransitionedError()
    await auditPayout(tx, ports, viewer, {
      action: 'markPayoutPaid',
      row,
      after: { state: 'paid', reference, ...(notes && { notes }) },
    })
  })
  return getPayout(ports, id)
}

/** Marks a payout as returned, or reverses it: the creator has the amount again, and reads `notes`. */
export async function markPayoutReturned(
  ports: Ports,
  viewer: Viewer,
  { id, notes }: { id: number; notes: string },
): Promise<AdminPayout> {
  const row = await requireAllowed(ports, id, 'canBeReturned')
  const { payout } = row
  const entry = { action: 'markPayoutReturned', row, after: { state: 'returned', notes } }
  if (payout.providerTransferId) {
    // Before the provider moves money, so that no crash leaves a reversal without an entry.
    await auditPayout(ports.db, ports, viewer, { ...entry, after: { state: 'return requested', notes } })
    await reverseTransfer(ports, payout, notes).catch(throwReversalRejected)
    return getPayout(ports, id)
  }
  await ports.db.transaction(async (tx) => {
    await requireStillAllowed(tx, ports, row, 'canBeReturned')
    if (!(await transitionPayout(tx, ports, payout, 'returned', { creatorMessage: notes })))
      throw alreadyTransitionedError()
    await auditPayout(tx, ports, viewer, entry)
  })
  return getPayout(ports, id)
}

type AuditInput = { action: string; row: PayoutWithCreator; after: Record<string, string> }

function auditPayout(db: Db, ports: Ports, viewer: Viewer, { action, row, after }: AuditInput) {
  const { id, state, amount, currency } = row.payout
  const before = {
    creator: row.creator.email,
    amount: `${formatDecimal(amount, currency)} ${currency}`,
    to: shownDestination(row.payout),
    state,
  }
  return recordAuditEntry(db, ports, viewer, { action, target: `payout/${id}`, before, after })
}

type Permission = 'canBePaid' | 'canBeReturned'

async function requireAllowed(ports: Ports, id: number, permission: Permission): Promise<PayoutWithCreator> {
  const row = await findPayout(ports.db, id)
  if (!row) throw new AppError('not_found', 'Payout Not Found')
  requirePermission(ports, row, permission)
  return row
}

/** Once more under the lock: a waiting transfer may have been sent in between. */
async function requireStillAllowed(
  tx: Tx,
  ports: Ports,
  { payout: { id, creatorId }, creator }: PayoutWithCreator,
  permission: Permission,
): Promise<void> {
  await lockCreator(tx, creatorId)
  requirePermission(ports, { payout: await lockPayout(tx, id), creator }, permission)
}

function requirePermission(ports: Ports, row: PayoutWithCreator, permission: Permission): void {
  if (presentForAdmin(ports, row)[permission]) return
  const isTransfer = row.payout.method === 'transfer' && row.payout.state === 'processing'
  throw isTransfer
    ? new AppError('conflict', 'The payment provider handles this transfer and will update its status.')
    : alreadyTransitionedError()
}

async function getPayout(ports: Ports, id: number): Promise<AdminPayout> {
  const row = await findPayout(ports.db, id)
  if (!row) throw new Error(`Payout ${id} does not exist`)
  return presentForAdmin(ports, row)
}

function alreadyTransitionedError(): AppError {
  return new AppError('conflict', 'This payout has already been updated. Reload to see its current status.')
}

function throwReversalRejected(error: unknown): never {
  if (error instanceof TransferDeferredError)
    throw new AppError(
      'conflict',
      'The payment provider can’t return this transfer right now. The creator may have been paid out already. Try again later.',
    )
  if (!(error instanceof TransferFailedError)) throw error
  throw new AppError('conflict', 'The payment provider won’t return this transfer.')
}
