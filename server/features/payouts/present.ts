import type { z } from 'zod'
import { type Currency, formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import { shortenDestination } from '../../../contract/payout-destination.ts'
import { payoutStatusLabels } from '../../../contract/payout-labels.ts'
import type { AdminPayout, getPayoutRun, SkippedPayee } from '../../../contract/payout-runs.ts'
import type { Payout, SkipReason } from '../../../contract/payouts.ts'
import { parseMonth } from '../../../domain/month.ts'
import { canTransition } from '../../../domain/payout.ts'
import type { Ports } from '../../ports/index.ts'
import type { PayoutRow, PayoutWithCreator } from './repository.ts'
import { countRunItems, type RunRow, type selectSkippedItems, sumManualPayouts } from './runs-repository.ts'
import { isTransferUnresolved } from './transfer-age.ts'

/** As its creator sees it: only the last digits of a bank account. */
export function presentPayout(row: PayoutRow): Payout {
  const { id, amount, currency, state, method, destination, bankReference, creatorMessage } = row
  return {
    ...{ id, currency, state, reference: bankReference, notes: creatorMessage, payoutMethod: method },
    amount: formatDecimal(amount, currency),
    payoutEmail: shortenDestination(destination),
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    returnedAt: row.returnedAt?.toISOString() ?? null,
  }
}

/** A payout with its creator, the whole destination and the manual actions: a transfer in progress allows none. */
export function presentForAdmin({ clock }: Ports, { payout, creator }: PayoutWithCreator): AdminPayout {
  const { creatorId, state, method } = payout
  const isManual = method !== 'transfer' || state === 'paid' || isTransferUnresolved(payout, clock.now())
  return {
    ...presentPayout(payout),
    payoutEmail: payout.destination,
    ...{ userId: Number(creatorId), ...parseMonth(payout.month), ...creator },
    canBePaid: isManual && canTransition(state, 'paid'),
    canBeReturned: isManual && canTransition(state, 'returned'),
  }
}

/** A run with its counts and amounts; `skippedItems` are the skipped creators to list. */
export async function presentRun(
  { db, config: { currency } }: Ports,
  run: RunRow,
  skippedItems: Awaited<ReturnType<typeof selectSkippedItems>> = [],
): Promise<z.input<typeof getPayoutRun.response>> {
  const { pending, paid, skipped: skippedCount, amount } = await countRunItems(db, run.id)
  const manual = await sumManualPayouts(db, run.id)
  const { id, state } = run
  return {
    ...{ id, ...parseMonth(run.month), state, currency },
    processedCount: paid + skippedCount,
    total: paid + skippedCount + pending,
    paidCount: paid,
    skippedCount,
    manualCount: manual.count,
    manualAmount: formatDecimal(manual.amount, currency),
    amount: formatDecimal(amount, currency),
    createdAt: run.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    skipped: skippedItems.flatMap(({ item, name, email }) =>
      item.skipReason ? [presentSkippedPayee({ ...item, name, email }, item.skipReason, currency)] : [],
    ),
  }
}

type PayeeRow = { creatorId: string; name: string | null; email: string; amount: MinorUnits }

export function presentPayee({ creatorId, name, email, amount }: PayeeRow, currency: Currency) {
  return { userId: Number(creatorId), name, email, amount: formatDecimal(amount, currency) }
}

export function presentSkippedPayee(payee: PayeeRow, reason: SkipReason, currency: Currency): SkippedPayee {
  return { ...presentPayee(payee, currency), reason, message: payoutStatusLabels[reason] }
}
