import {
  type ConnectCapability,
  TransferDeferredError,
  TransferFailedError,
  type TransferSnapshot,
} from '../../ports/connect.ts'
import type { Ports } from '../../ports/index.ts'
import { CircuitOpenError, ProviderUnavailableError } from '../../ports/provider-unavailable-error.ts'
import { raiseAlert } from '../alerts/service.ts'
import { updateBalanceAlertIfNew } from './balance-alert.ts'
import { syncConnectAccount } from './connect-account.ts'
import { findPayout, findPayoutByTransfer, type PayoutRow, updatePayout } from './repository.ts'
import { isTransferUnresolved } from './transfer-age.ts'
import { rejectionMessage, transferReturnedMessage } from './transfer-messages.ts'
import {
  claimAttempt,
  delayTransfer,
  endAttempt,
  postponeTransfers,
  releaseAttempt,
} from './transfers-repository.ts'
import { transitionPayout } from './transition-payout.ts'

const minuteMs = 60_000
/** The delay after which a transfer is sent again when its process ended, or the provider did not answer. */
const unansweredDelayMs = 2 * minuteMs
const delaysMs = {
  balance_insufficient: 5 * minuteMs,
  provider_busy: minuteMs,
  provider_unavailable: unansweredDelayMs,
}
/** An alert about a lost transfer is repeated in the log at this interval. */
const unresolvedDelayMs = 60 * minuteMs

/**
 * Sends a payout by the provider. Our row exists already, and its id and attempt are the idempotency key: a retry after
 * a timeout or crash never pays twice. A transfer that cannot be made now waits, and a final rejection returns the
 * amount to the creator.
 */
export async function sendTransfer(ports: Ports, { payoutId }: { payoutId: string }): Promise<void> {
  const { db, paymentProvider, clock } = ports
  const now = clock.now()
  const id = Number(payoutId)
  const found = (await findPayout(db, id))?.payout
  if (found && isTransferUnresolved(found, now)) return alertUnresolvedTransfer(ports, found)
  const payout = await claimAttempt(db, id, { now, nextAttemptAt: after(now, unansweredDelayMs) })
  if (!payout?.providerAccountId) return

  const { amount, currency, runId, providerAccountId: accountId } = payout
  const request = { payoutId, runId: String(runId), accountId, amount, currency }
  try {
    const connect = requireConnect(paymentProvider)
    await applyTransferSnapshot(ports, payout, await connect.createTransfer(request, idempotencyKey(payout)))
  } catch (error) {
    await handleTransferError(ports, payout, { error, now })
  }
}

/** Reads a transfer at the provider and stores its state. Throws when no payout has its id. */
export async function syncTransfer(ports: Ports, transferId: string): Promise<void> {
  const { db, paymentProvider } = ports
  const payout = await findPayoutByTransfer(db, paymentProvider.id, transferId)
  if (!payout) throw new Error(`Transfer ${transferId} does not match any payout`)
  await applyTransferSnapshot(ports, payout, await requireConnect(paymentProvider).getTransfer(transferId))
}

/** Reverses a transfer. Throws TransferFailedError or TransferDeferredError when the provider rejects that. */
export async function reverseTransfer(ports: Ports, payout: PayoutRow, notes: string): Promise<void> {
  const { id, providerTransferId } = payout
  if (!providerTransferId) throw new Error(`Payout ${id} has no transfer`)
  const snapshot = await requireConnect(ports.paymentProvider).reverseTransfer(
    providerTransferId,
    `reverse:${id}`,
  )
  await applyTransferSnapshot(ports, payout, snapshot, notes)
}

/** An answered attempt is over at the provider, so the next one has a key of its own. */
function idempotencyKey({ id, transferAttempt }: PayoutRow): string {
  return transferAttempt === 0 ? `transfer:${id}` : `transfer:${id}:${transferAttempt}`
}

async function handleTransferError(
  ports: Ports,
  payout: PayoutRow,
  { error, now }: { error: unknown; now: Date },
): Promise<void> {
  const { db } = ports
  if (error instanceof TransferFailedError) return failPayout(ports, payout, error)
  if (error instanceof TransferDeferredError) {
    const { reason, code } = error
    const delay = { reason, code, nextAttemptAt: after(now, delaysMs[reason]) }
    if (reason !== 'balance_insufficient') return delayTransfer(db, payout, delay)
    await endAttempt(db, payout, delay)
    return updateBalanceAlertIfNew(ports)
  }
  if (!(error instanceof ProviderUnavailableError)) throw error
  if (error instanceof CircuitOpenError) await releaseAttempt(db, payout, now)
  const nextAttemptAt = after(now, delaysMs.provider_unavailable)
  await delayTransfer(db, payout, { reason: 'provider_unavailable', code: error.name, nextAttemptAt })
}

/** Stores a transfer's state; idempotent. */
async function applyTransferSnapshot(
  ports: Ports,
  { id, creatorId, currency }: PayoutRow,
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
        creatorMessage: rejectionMessage('other', currency),
      }))

    await transitionPayout(tx, ports, payout, 'paid', { bankReference: transferId })
    await updatePayout(tx, id, { providerTransferId: transferId })
    if (state === 'reversed')
      await transitionPayout(tx, ports, payout, 'returned', {
        creatorMessage: notes ?? transferReturnedMessage,
      })
    else if (amountReversed > 0)
      await raiseAlert(tx, ports, {
        ...{ kind: 'transfer-part-returned', target: transferId },
        message: `Payout ${id}: only part of the transfer was returned. It will be booked once all of it is.`,
      })
  })
}

/** Returns the amount to the creator with the reason, and reads the account, so that the next run knows its state. */
async function failPayout(
  ports: Ports,
  payout: PayoutRow,
  { rejection, code = 'unknown' }: TransferFailedError,
): Promise<void> {
  const { id, currency, providerAccountId } = payout
  await ports.db.transaction(async (tx) => {
    const hasFailed = await transitionPayout(tx, ports, payout, 'failed', {
      creatorMessage: rejectionMessage(rejection, currency),
      providerCode: code,
    })
    const message = `Payout ${id}: the provider rejected the transfer (${code}). The money is back in the creator’s balance.`
    if (hasFailed) await raiseAlert(tx, ports, { kind: 'transfer-rejected', target: `payout/${id}`, message })
  })
  if (rejection === 'other' || !providerAccountId) return
  await syncConnectAccount(ports, providerAccountId).catch((error: unknown) => {
    ports.log.warn({ err: error, payoutId: id }, 'the account of a rejected transfer could not be read')
  })
}

async function alertUnresolvedTransfer(ports: Ports, { id }: PayoutRow): Promise<void> {
  const message =
    `Payout ${id}: the provider hasn’t confirmed for a day whether the transfer was made. ` +
    'Check with the provider, then mark the payout as paid or returned.'
  await ports.db.transaction(async (tx) => {
    await raiseAlert(tx, ports, { kind: 'transfer-lost', target: `payout/${id}`, message })
    await postponeTransfers(tx, [id], after(ports.clock.now(), unresolvedDelayMs))
  })
}

function after(now: Date, delayMs: number): Date {
  return new Date(now.getTime() + delayMs)
}

export function requireConnect({ connect }: Ports['paymentProvider']): ConnectCapability {
  if (!connect) throw new Error('This provider supports no transfers')
  return connect
}
