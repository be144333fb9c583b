import type { z } from 'zod'
import { type Currency, formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import { payoutStatusLabel } from '../../../../contract/payout-labels.ts'
import type { AdminPayout, getPayoutRun, SkippedPayee } from '../../../../contract/payout-runs.ts'
import type { Payout, SkipReason } from '../../../../contract/payouts.ts'
import { parseMonth } from '../../../../domain/dates.ts'
import { canTransition, minPayout, withoutZeroDecimals } from '../../../../domain/payout.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import { shownPayoutDetails } from '../../people/accounts/payout-details.ts'
import type { PayoutRow, PayoutWithCreator } from './repository.ts'
import {
  countOpenTransfers,
  countRunItems,
  type RunRow,
  type selectSkippedItems,
  sumManualPayouts,
} from './runs-repository.ts'
import { isTransferUnresolved, isWaitingForBalance } from './transfers.ts'

/** With its destination masked: payout details are only in the payout file. */
export function presentPayout(row: PayoutRow): Payout {
  const { id, amount, currency, state, method, bankReference, creatorMessage } = row
  return {
    id,
    currency,
    state,
    reference: bankReference,
    notes: creatorMessage,
    payoutMethod: method,
    amount: formatDecimal(amount, currency),
    payoutEmail: shownDestination(row),
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    returnedAt: row.returnedAt?.toISOString() ?? null,
    waitReason: row.waitReason,
  }
}

/** A payout with its creator and the manual actions: a transfer in progress allows none. */
export function presentForAdmin({ clock }: Ports, { payout, creator }: PayoutWithCreator): AdminPayout {
  const { creatorId, state, method } = payout
  const isManual =
    method !== 'transfer' ||
    state === 'paid' ||
    isWaitingForBalance(payout) ||
    isTransferUnresolved(payout, clock.now())
  return {
    ...presentPayout(payout),
    providerCode: payout.providerCode,
    userId: Number(creatorId),
    ...parseMonth(payout.month),
    ...creator,
    canBePaid: isManual && canTransition(state, 'paid'),
    canBeReturned: isManual && canTransition(state, 'returned'),
  }
}

/** A run with its counts and amounts; `skippedItems` are the skipped creators to list. */
export async function presentRun(
  ports: Ports,
  run: RunRow,
  skippedItems: Awaited<ReturnType<typeof selectSkippedItems>> = [],
): Promise<z.input<typeof getPayoutRun.response>> {
  const {
    db,
    config: { currency },
  } = ports
  const { pending, paid, skipped: skippedCount, amount } = await countRunItems(db, run.id)
  const manual = await sumManualPayouts(db, run.id)
  const transfers = await countOpenTransfers(db, run.id)
  const { id, state } = run
  return {
    id,
    ...parseMonth(run.month),
    state,
    currency,
    processedCount: paid + skippedCount,
    total: paid + skippedCount + pending,
    paidCount: paid,
    skippedCount,
    manualCount: manual.count,
    manualAmount: formatDecimal(manual.amount, currency),
    waitingCount: transfers.waiting,
    failedCount: transfers.failed,
    amount: formatDecimal(amount, currency),
    createdAt: run.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    skipped: skippedItems.flatMap(({ item, name, email }) =>
      item.skipReason ? [presentSkippedPayee(ports, { ...item, name, email }, item.skipReason)] : [],
    ),
  }
}

/** The destination as screens, emails and statements show it: the account of a transfer, or the masked details. */
export function shownDestination({
  method,
  destination,
  destinationMask,
}: Pick<PayoutRow, 'method' | 'destination' | 'destinationMask'>): string {
  if (method === 'transfer') return destination
  return shownPayoutDetails(destination, destinationMask) ?? ''
}

type PayeeRow = { creatorId: string; name: string | null; email: string; amount: MinorUnits }

export function presentPayee({ creatorId, name, email, amount }: PayeeRow, currency: Currency) {
  return { userId: Number(creatorId), name, email, amount: formatDecimal(amount, currency) }
}

export function presentSkippedPayee(ports: Ports, payee: PayeeRow, reason: SkipReason): SkippedPayee {
  const message = payoutStatusLabel(reason, minPayoutText(ports))
  return { ...presentPayee(payee, ports.config.currency), reason, message }
}

/** The minimum payout as labels show it, such as `$25`. */
export function minPayoutText({ config: { currency }, settings }: Ports): string {
  const minimum = minPayout(currency, settings.current().minPayout)
  return withoutZeroDecimals(formatMoney(minimum, currency), currency)
}
