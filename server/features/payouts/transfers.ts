import type { ConnectCapability, TransferSnapshot } from '../../ports/connect.ts'
import { TransferRefused } from '../../ports/connect.ts'
import type { Ports } from '../../ports/index.ts'
import { raiseAlert } from '../alerts/service.ts'
import { movePayout } from './moves.ts'
import { changePayout, type PayoutRow, payoutById, payoutByTransfer, unsentTransfers } from './repository.ts'
import { isLost } from './transfer-age.ts'

/** Milliseconds after which a transfer that was to be sent is taken up again. */
const patience = 2 * 60_000

/**
 * Sends a payout by the provider. Our row stands already and its id is the key: after a time-out or a crash the same key
 * asks again and never pays twice. A refusal puts the money back.
 */
export async function sendTransfer(ports: Ports, { payoutId }: { payoutId: string }): Promise<void> {
  const { db, payments, clock } = ports
  const payout = (await payoutById(db, Number(payoutId)))?.payout
  const accountId = payout?.providerAccountId
  if (payout?.state !== 'processing' || !accountId) return
  if (isLost(payout, clock.now())) return askAPerson(ports, payout)

  const { id, amount, currency } = payout
  const order = { payoutId: String(id), accountId, amount, currency }
  const snapshot = await connectOf(payments).transfer(order, `transfer:${id}`).catch(refusalOf)
  if (snapshot instanceof TransferRefused) return refused(ports, payout)
  await record(ports, payout, snapshot)
}

/** What the provider says of a transfer now. One that is not ours yet is asked for again. */
export async function readTransfer(ports: Ports, transferId: string): Promise<void> {
  const { db, payments } = ports
  const payout = await payoutByTransfer(db, payments.id, transferId)
  if (!payout) throw new Error(`Transfer ${transferId} belongs to no payout of ours`)
  await record(ports, payout, await connectOf(payments).getTransfer(transferId))
}

/** Takes a transfer back from the creator's account. Throws TransferRefused when the provider does not. */
export async function callBack(ports: Ports, payout: PayoutRow, notes: string): Promise<void> {
  const { id, providerTransferId } = payout
  if (!providerTransferId) throw new Error(`Payout ${id} has no transfer`)
  const snapshot = await connectOf(ports.payments).reverseTransfer(providerTransferId, `reverse:${id}`)
  await record(ports, payout, snapshot, notes)
}

/** Transfers whose job has got lost, or whose provider did not answer. */
export async function resumeTransfers(ports: Ports): Promise<void> {
  const before = new Date(ports.clock.now().getTime() - patience)
  for (const { id } of await unsentTransfers(ports.db, before)) {
    await sendTransfer(ports, { payoutId: String(id) }).catch((error: unknown) => {
      ports.log.error({ err: error, payoutId: id }, 'a transfer could not be sent yet; it is tried again')
    })
  }
}

/** Writes down where a transfer stands; the same news twice changes nothing. */
async function record(
  ports: Ports,
  { id, creatorId }: PayoutRow,
  { transferId, state, amountReversed }: TransferSnapshot,
  notes?: string,
): Promise<void> {
  await ports.db.transaction(async (tx) => {
    const payout = { id, creatorId }
    if (state === 'unknown')
      return raiseAlert(tx, ports, {
        ...{ kind: 'unknown-transfer', subject: transferId },
        detail: `Payout ${id}: the provider reports a state we do not know.`,
      })
    if (state === 'failed')
      return void (await movePayout(tx, ports, payout, 'failed', { notes: sentences.refused }))

    await movePayout(tx, ports, payout, 'paid', { reference: transferId })
    await changePayout(tx, id, { providerTransferId: transferId })
    if (state === 'reversed')
      await movePayout(tx, ports, payout, 'returned', { notes: notes ?? sentences.returned })
    else if (amountReversed > 0)
      await raiseAlert(tx, ports, {
        ...{ kind: 'transfer-part-returned', subject: transferId },
        detail: `Payout ${id}: only a part of the transfer came back. It is booked when all of it has.`,
      })
  })
}

async function refused(ports: Ports, payout: PayoutRow): Promise<void> {
  const { id } = payout
  await ports.db.transaction(async (tx) => {
    const moved = await movePayout(tx, ports, payout, 'failed', { notes: sentences.refused })
    const detail = `Payout ${id}: the provider refused the transfer. The creator has the money again.`
    if (moved) await raiseAlert(tx, ports, { kind: 'transfer-refused', subject: `payout/${id}`, detail })
  })
}

async function askAPerson(ports: Ports, { id }: PayoutRow): Promise<void> {
  const detail =
    `Payout ${id}: for a day nobody could say whether the transfer was made. ` +
    'Look for it at the provider and mark the payout paid or returned.'
  await ports.db.transaction((tx) =>
    raiseAlert(tx, ports, { kind: 'transfer-lost', subject: `payout/${id}`, detail }),
  )
}

function refusalOf(error: unknown): TransferRefused {
  if (error instanceof TransferRefused) return error
  throw error
}

function connectOf({ connect }: Ports['payments']): ConnectCapability {
  if (!connect) throw new Error('This provider makes no transfers')
  return connect
}

const sentences = {
  refused: 'The bank account you connected does not take it. Look at it under payouts in your settings.',
  returned: 'It was sent back to us.',
}
