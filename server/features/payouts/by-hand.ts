import type { z } from 'zod'
import type { AdminPayout, listPayouts, markPayoutPaid } from '../../../contract/payout-runs.ts'
import { AppError } from '../../../domain/errors.ts'
import { TransferRefused } from '../../ports/connect.ts'
import type { Ports } from '../../ports/index.ts'
import { movePayout } from './moves.ts'
import { presentForAdmin } from './present.ts'
import { findPayouts, type Listed, payoutById } from './repository.ts'
import { whyClosed } from './runs.ts'
import { callBack } from './transfers.ts'

const pageSize = 50

/** Payouts of everybody, newest first. */
export async function list(
  ports: Ports,
  { before, ...wanted }: z.output<typeof listPayouts.query>,
): Promise<z.input<typeof listPayouts.reply>> {
  const rows = await findPayouts(ports.db, { ...wanted, before: placeFrom(before) }, pageSize + 1)
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1)?.payout : undefined
  return {
    payouts: shown.map((row) => presentForAdmin(ports, row)),
    next: last ? `${last.createdAt.getTime()}.${last.id}` : null,
  }
}

/** A person has paid it. Throws AppError `conflict` when it is paid or back already, or is the provider's to pay. */
export async function markPaid(
  ports: Ports,
  id: number,
  { reference, notes }: z.output<typeof markPayoutPaid.body>,
): Promise<AdminPayout> {
  const closed = whyClosed(ports)
  if (closed) throw new AppError('forbidden', closed)
  const { payout } = await allowed(ports, id, 'canBePaid')
  const told = { reference, ...(notes && { notes }) }
  const moved = await ports.db.transaction((tx) => movePayout(tx, ports, payout, 'paid', told))
  if (!moved) throw tooLate()
  return shown(ports, id)
}

/** It did not arrive, or is called back: the creator has the money again, and reads `notes`. */
export async function markReturned(ports: Ports, id: number, notes: string): Promise<AdminPayout> {
  const { payout } = await allowed(ports, id, 'canBeReturned')
  if (payout.providerTransferId) await callBack(ports, payout, notes).catch(refuseReversal)
  else {
    const moved = await ports.db.transaction((tx) => movePayout(tx, ports, payout, 'returned', { notes }))
    if (!moved) throw tooLate()
  }
  return shown(ports, id)
}

async function allowed(ports: Ports, id: number, act: 'canBePaid' | 'canBeReturned'): Promise<Listed> {
  const found = await payoutById(ports.db, id)
  if (!found) throw new AppError('not_found', 'Payout Not Found')
  if (presentForAdmin(ports, found)[act]) return found
  const isTransfer = found.payout.via === 'transfer' && found.payout.state === 'processing'
  throw isTransfer
    ? new AppError('conflict', 'The provider makes this transfer, and will say what has become of it.')
    : tooLate()
}

async function shown(ports: Ports, id: number): Promise<AdminPayout> {
  const found = await payoutById(ports.db, id)
  if (!found) throw new Error(`Payout ${id} is gone`)
  return presentForAdmin(ports, found)
}

function tooLate(): AppError {
  return new AppError('conflict', 'This payout has moved on already. Look at it again.')
}

function refuseReversal(error: unknown): never {
  if (!(error instanceof TransferRefused)) throw error
  throw new AppError('conflict', 'The provider does not give this transfer back.')
}

function placeFrom(before: string | undefined): { createdAt: Date; id: number } | undefined {
  const [time, id] = before?.split('.').map(Number) ?? []
  if (time === undefined || id === undefined) return undefined
  return { createdAt: new Date(time), id }
}
