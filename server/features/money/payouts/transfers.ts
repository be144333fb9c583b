import type { Currency, MinorUnits } from '../../../../contract/money.ts'
import type { Db } from '../../../db/database.ts'
import { findRow, updateRow } from '../../../db/rows.ts'
import { payouts } from '../../../db/schema/index.ts'
import {
  type ConnectCapability,
  TransferDeferredError,
  TransferFailedError,
  type TransferRejection,
  type TransferSnapshot,
} from '../../../ports/connect.ts'
import type { Ports } from '../../../ports/index.ts'
import { CircuitOpenError, ProviderUnavailableError } from '../../../ports/payment-provider.ts'
import { raiseAlert } from '../../telling/alerts/service.ts'
import { syncConnectAccount } from '../payout-methods/connect.ts'
import { findMethodState } from '../payout-methods/states.ts'
import { refreshBalanceAlert, updateBalanceAlertIfNew } from './balance-alert.ts'
import { stoppedMessage, transitionPayout } from './create-payout.ts'
import { findPayout, type PayoutRow, updatePayout } from './repository.ts'
import {
  claimAttempt,
  delayTransfer,
  endedAttempt,
  postponeTransfers,
  releaseAttempt,
  selectDueTransfers,
  selectTransfersWaitingForBalance,
} from './transfers-repository.ts'

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
  if (found?.attemptStartedAt === null && (await isStopped(db, found))) return returnStopped(ports, found)
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

/** Whether the creator has said since that a change wasn't theirs. Only an open attempt is then repeated, to learn its end. */
async function isStopped(db: Db, { creatorId }: PayoutRow): Promise<boolean> {
  return (await findMethodState(db, creatorId))?.confirmReason === 'not_me'
}

async function returnStopped(ports: Ports, payout: PayoutRow): Promise<void> {
  await ports.db.transaction((tx) =>
    transitionPayout(tx, ports, payout, 'returned', { creatorMessage: stoppedMessage }),
  )
}

/** Reads a transfer at the provider and stores its state. Throws when no payout has its id. */
export async function syncTransfer(ports: Ports, transferId: string): Promise<void> {
  const { db, paymentProvider } = ports
  const key = { provider: paymentProvider.id, providerTransferId: transferId }
  const payout = await findRow(db, payouts, key)
  if (!payout) throw new Error(`Transfer ${transferId} does not match any payout`)
  await applyTransferSnapshot(ports, payout, await requireConnect(paymentProvider).getTransfer(transferId))
}

/** Reverses a transfer. Throws TransferFailedError or TransferDeferredError when the provider rejects that. */
export async function reverseTransfer(ports: Ports, payout: PayoutRow, notes: string): Promise<void> {
  const { id, providerTransferId, transferAttempt } = payout
  if (!providerTransferId) throw new Error(`Payout ${id} has no transfer`)
  const key = transferAttempt === 0 ? `reverse:${id}` : `reverse:${id}:${transferAttempt}`
  const snapshot = await requireConnect(ports.paymentProvider)
    .reverseTransfer(providerTransferId, key)
    .catch(async (error: unknown) => {
      // The provider repeats a stored no, such as for an account that is empty now.
      if (error instanceof TransferFailedError || error instanceof TransferDeferredError)
        await updateRow(ports.db, payouts, { id }, { transferAttempt: transferAttempt + 1 })
      throw error
    })
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
    const nextAttemptAt = after(now, delaysMs[reason])
    const delay = { waitReason: reason, providerCode: code, nextAttemptAt }
    if (reason !== 'balance_insufficient') return delayTransfer(db, payout, delay)
    await delayTransfer(db, payout, { ...delay, ...endedAttempt(payout) })
    return updateBalanceAlertIfNew(ports)
  }
  if (!(error instanceof ProviderUnavailableError)) throw error
  if (error instanceof CircuitOpenError) await releaseAttempt(db, payout, now)
  const nextAttemptAt = after(now, delaysMs.provider_unavailable)
  await delayTransfer(db, payout, {
    waitReason: 'provider_unavailable',
    providerCode: error.name,
    nextAttemptAt,
  })
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
        kind: 'unknown-transfer',
        target: transferId,
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
        kind: 'transfer-part-returned',
        target: transferId,
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

const batchSize = 100
/** The interval at which the balance is compared with transfers that it did not cover. */
const balanceIntervalMs = 60_000

/** Sends transfers that are due: those whose job was lost, that the provider did not answer, or that waited. */
export async function retryTransfers(ports: Ports): Promise<void> {
  await sendTransfers(ports, await selectDueTransfers(ports.db, ports.clock.now(), batchSize))
  await refreshBalanceAlert(ports)
}

/** Sends what the balance covers now, as soon as the provider announces that more is available. */
export async function sendWaitingTransfers(ports: Ports): Promise<void> {
  await sendTransfers(ports, await selectTransfersWaitingForBalance(ports.db, batchSize))
  await refreshBalanceAlert(ports)
}

/** Oldest first. One that the balance does not cover is left out, so that it does not hold up smaller ones. */
async function sendTransfers(ports: Ports, transfers: Array<PayoutRow>): Promise<void> {
  const { db, clock, log } = ports
  let available = transfers.some(isWaitingForBalance) ? await readAvailable(ports) : Number.POSITIVE_INFINITY
  const uncovered: Array<number> = []
  for (const payout of transfers) {
    const { id, amount } = payout
    if (isWaitingForBalance(payout) && amount > available) {
      uncovered.push(id)
      continue
    }
    available -= amount
    await sendTransfer(ports, { payoutId: String(id) }).catch((error: unknown) => {
      log.error({ err: error, payoutId: id }, 'transfer could not be sent, will retry')
    })
  }
  await postponeTransfers(db, uncovered, new Date(clock.now().getTime() + balanceIntervalMs))
}

/** Unlimited when the provider does not say what the balance is: then it decides about each transfer. */
async function readAvailable({ paymentProvider }: Ports): Promise<MinorUnits> {
  const balance = await requireConnect(paymentProvider).getBalance()
  return balance?.available ?? Number.POSITIVE_INFINITY
}

/**
 * How long a transfer may be repeated with the same idempotency key. Providers keep keys for at least a day; a later
 * repetition could pay twice.
 */
const maxRetryAgeMs = 23 * 3_600_000

/** A transfer that can no longer be repeated safely: a person must check it at the provider. */
export function isTransferUnresolved(
  { state, attemptStartedAt }: Pick<PayoutRow, 'state' | 'attemptStartedAt'>,
  now: Date,
): boolean {
  return (
    state === 'processing' &&
    attemptStartedAt !== null &&
    now.getTime() - attemptStartedAt.getTime() > maxRetryAgeMs
  )
}

/** The provider has answered that the balance is too small, and was not asked again: no transfer can be on its way. */
export function isWaitingForBalance({
  state,
  waitReason,
  attemptStartedAt,
}: Pick<PayoutRow, 'state' | 'waitReason' | 'attemptStartedAt'>): boolean {
  return state === 'processing' && waitReason === 'balance_insufficient' && attemptStartedAt === null
}

function rejectionMessage(rejection: TransferRejection, currency: Currency): string {
  return messages[rejection].replace('{currency}', currency)
}

const transferReturnedMessage = 'The bank returned it to us.'

const messages: Record<TransferRejection, string> = {
  account_restricted:
    'The payment provider has paused payouts to your bank account until you complete your details. Open your bank account under Payouts in Settings to see what’s missing.',
  transfers_inactive:
    'Transfers to your bank account are turned off at the payment provider. Open your bank account under Payouts in Settings to turn them on, or choose another payout method.',
  disconnected:
    'Your bank account is no longer connected. Connect it again under Payouts in Settings, or choose another payout method.',
  country:
    'The payment provider can’t transfer money to your country from ours. Choose another payout method under Payouts in Settings.',
  currency:
    'Your bank account can’t receive {currency}. Add one that can, or choose another payout method under Payouts in Settings.',
  other:
    'The payment provider rejected it for a reason on our side. Your bank account is fine. We’re looking into it, and the money goes out with your next payout.',
}
