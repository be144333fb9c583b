import type { ConnectCapability, TransferSnapshot } from '../../ports/connect.ts'
import { TransferFailedError } from '../../ports/connect.ts'
import type { Ports } from '../../ports/index.ts'
import { raiseAlert } from '../alerts/service.ts'
import {
  findPayout,
  findPayoutByTransfer,
  type PayoutRow,
  selectUnconfirmedTransfers,
  updatePayout,
} from './repository.ts'
import { isTransferUnresolved } from './transfer-age.ts'
import { transitionPayout } from './transition-payout.ts'

/** The delay after which an unconfirmed transfer is retried. */
const retryAfterMs = 2 * 60_000

/**
 * Sends a payout by the provider. Our row exists already and its id is the idempotency key: a retry after a timeout
 * or crash never pays twice. A final rejection returns the amount to the creator.
 */
export async function sendTransfer(ports: Ports, { payoutId }: { payoutId: string }): Promise<void> {
  const { db, paymentProvider, clock } = ports
  const payout = (await findPayout(db, Number(payoutId)))?.payout
  const accountId = payout?.providerAccountId
  if (payout?.state !== 'processing' || !accountId) return
  if (isTransferUnresolved(payout, clock.now())) return alertUnresolvedTransfer(ports, payout)

  const { id, amount, currency } = payout
  const transferRequest = { payoutId: String(id), accountId, amount, currency }
  const snapshot = await requireConnect(paymentProvider)
    .createTransfer(transferRequest, `transfer:${id}`)
    .catch(toTransferFailed)
  if (snapshot instanceof TransferFailedError) return failPayout(ports, payout)
  await applyTransferSnapshot(ports, payout, snapshot)
}

/** Reads a transfer at the provider and stores its state. Throws when no payout has its id. */
export async function syncTransfer(ports: Ports, transferId: string): Promise<void> {
  const { db, paymentProvider } = ports
  const payout = await findPayoutByTransfer(db, paymentProvider.id, transferId)
  if (!payout) throw new Error(`Transfer ${transferId} does not match any payout`)
  await applyTransferSnapshot(ports, payout, await requireConnect(paymentProvider).getTransfer(transferId))
}

/** Reverses a transfer. Throws TransferFailedError when the provider rejects that. */
export async function reverseTransfer(ports: Ports, payout: PayoutRow, notes: string): Promise<void> {
  const { id, providerTransferId } = payout
  if (!providerTransferId) throw new Error(`Payout ${id} has no transfer`)
  const snapshot = await requireConnect(ports.paymentProvider).reverseTransfer(
    providerTransferId,
    `reverse:${id}`,
  )
  await applyTransferSnapshot(ports, payout, snapshot, notes)
}

/** Retries transfers whose job was lost, or whose provider did not answer. */
export async function retryUnsentTransfers(ports: Ports): Promise<void> {
  const before = new Date(ports.clock.now().getTime() - retryAfterMs)
  for (const { id } of await selectUnconfirmedTransfers(ports.db, before)) {
    await sendTransfer(ports, { payoutId: String(id) }).catch((error: unknown) => {
      ports.log.error({ err: error, payoutId: id }, 'transfer could not be sent, will retry')
    })
  }
}

/** Stores a transfer's state; idempotent. */
async function applyTransferSnapshot(
  ports: Ports,
  { id, creatorId }: PayoutRow,
  { transferId, state, amountReversed }: TransferSnapshot,
  notes?: string,
): Promise<void> {
  await ports.db.transaction(async (tx) => {
    const payout = { id, creatorId }
    if (state === 'unknown')
      return raiseAlert(tx, ports, {
        ...{ kind: 'unknown-transfer', target: transferId },
        message: `Payout ${id}: the provider reported an unknown status.`,
      })
    if (state === 'failed')
      return void (await transitionPayout(tx, ports, payout, 'failed', {
        creatorMessage: creatorMessages.rejected,
      }))

    await transitionPayout(tx, ports, payout, 'paid', { bankReference: transferId })
    await updatePayout(tx, id, { providerTransferId: transferId })
    if (state === 'reversed')
      await transitionPayout(tx, ports, payout, 'returned', {
        creatorMessage: notes ?? creatorMessages.returned,
      })
    else if (amountReversed > 0)
      await raiseAlert(tx, ports, {
        ...{ kind: 'transfer-part-returned', target: transferId },
        message: `Payout ${id}: only part of the transfer was returned. It will be booked once all of it is.`,
      })
  })
}

async function failPayout(ports: Ports, payout: PayoutRow): Promise<void> {
  const { id } = payout
  await ports.db.transaction(async (tx) => {
    const hasFailed = await transitionPayout(tx, ports, payout, 'failed', {
      creatorMessage: creatorMessages.rejected,
    })
    const message = `Payout ${id}: the provider declined the transfer. The money is back in the creator’s balance.`
    if (hasFailed) await raiseAlert(tx, ports, { kind: 'transfer-rejected', target: `payout/${id}`, message })
  })
}

async function alertUnresolvedTransfer(ports: Ports, { id }: PayoutRow): Promise<void> {
  const message =
    `Payout ${id}: the provider hasn’t confirmed for a day whether the transfer was made. ` +
    'Check with the provider, then mark the payout as paid or returned.'
  await ports.db.transaction((tx) =>
    raiseAlert(tx, ports, { kind: 'transfer-lost', target: `payout/${id}`, message }),
  )
}

function toTransferFailed(error: unknown): TransferFailedError {
  if (error instanceof TransferFailedError) return error
  throw error
}

function requireConnect({ connect }: Ports['paymentProvider']): ConnectCapability {
  if (!connect) throw new Error('This provider supports no transfers')
  return connect
}

const creatorMessages = {
  rejected: 'Your connected bank account couldn’t receive it. Check it under Payouts in Settings.',
  returned: 'The bank returned it to us.',
}
