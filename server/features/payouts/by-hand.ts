import type { z } from 'zod'
import { decimal } from '../../../contract/money.ts'
import type { AdminPayout, listPayouts, markPayoutPaid } from '../../../contract/payout-runs.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Db } from '../../db/database.ts'
import type { Viewer } from '../../http/call.ts'
import { cutPage, pageRows, readPlace, writePlace } from '../../http/paging.ts'
import { TransferRefused } from '../../ports/connect.ts'
import type { Ports } from '../../ports/index.ts'
import { recordAct } from '../audit/service.ts'
import { movePayout } from './moves.ts'
import { presentForAdmin } from './present.ts'
import { findPayouts, type Listed, payoutById } from './repository.ts'
import { whyClosed } from './runs.ts'
import { callBack } from './transfers.ts'

/** Payouts of everybody, newest first. */
export async function list(
  ports: Ports,
  { before, ...wanted }: z.output<typeof listPayouts.query>,
): Promise<z.input<typeof listPayouts.reply>> {
  const place = before === undefined ? undefined : readPlace(before)
  const rows = await findPayouts(ports.db, { ...wanted, before: place }, pageRows + 1)
  const { shown, last } = cutPage(rows, pageRows)
  return {
    payouts: shown.map((row) => presentForAdmin(ports, row)),
    next: last ? writePlace({ at: last.payout.createdAt, id: last.payout.id }) : null,
  }
}

/** A person has paid it. Throws AppError `conflict` when it is paid or back already, or is the provider's to pay. */
export async function markPaid(
  ports: Ports,
  viewer: Viewer,
  { id, reference, notes }: z.output<typeof markPayoutPaid.body> & { id: number },
): Promise<AdminPayout> {
  const closed = whyClosed(ports)
  if (closed) throw new AppError('forbidden', closed)
  const found = await allowed(ports, id, 'canBePaid')
  const told = { reference, ...(notes && { notes }) }
  await ports.db.transaction(async (tx) => {
    if (!(await movePayout(tx, ports, found.payout, 'paid', told))) throw tooLate()
    await note(tx, ports, viewer, { act: 'markPayoutPaid', found, after: { state: 'paid', ...told } })
  })
  return shown(ports, id)
}

/** It did not arrive, or is called back: the creator has the money again, and reads `notes`. */
export async function markReturned(
  ports: Ports,
  viewer: Viewer,
  { id, notes }: { id: number; notes: string },
): Promise<AdminPayout> {
  const found = await allowed(ports, id, 'canBeReturned')
  const { payout } = found
  const act = { act: 'returnPayout', found, after: { state: 'returned', notes } }
  if (payout.providerTransferId) {
    await callBack(ports, payout, notes).catch(refuseReversal)
    await note(ports.db, ports, viewer, act)
    return shown(ports, id)
  }
  await ports.db.transaction(async (tx) => {
    if (!(await movePayout(tx, ports, payout, 'returned', { notes }))) throw tooLate()
    await note(tx, ports, viewer, act)
  })
  return shown(ports, id)
}

type Noted = { act: string; found: Listed; after: Record<string, string> }

/** Whose money it was, how much, and where it stood before. */
function note(db: Db, ports: Ports, viewer: Viewer, { act, found, after }: Noted): Promise<void> {
  const { id, state, amount, currency, sentTo } = found.payout
  const before = {
    creator: found.creator.email,
    amount: `${decimal(amount, currency)} ${currency}`,
    to: sentTo,
    state,
  }
  return recordAct(db, ports, viewer, { act, subject: `payout/${id}`, before, after })
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
