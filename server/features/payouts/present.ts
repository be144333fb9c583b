import type { z } from 'zod'
import { type Cents, type Currency, decimal } from '../../../contract/money.ts'
import type { AdminPayout, getPayoutRun, Skipped } from '../../../contract/payout-runs.ts'
import type { Payout, SkipReason } from '../../../contract/payouts.ts'
import { mayMove } from '../../../domain/payout.ts'
import type { Ports } from '../../ports/index.ts'
import type { Listed, PayoutRow } from './repository.ts'
import { countLines, type RunRow, type skippedLines } from './run-rows.ts'
import { isLost } from './transfer-age.ts'

export function presentPayout(row: PayoutRow): Payout {
  const { id, amount, currency, state, via, sentTo, reference, notes } = row
  return {
    ...{ id, currency, state, reference, notes, payoutMethod: via },
    amount: decimal(amount, currency),
    payoutEmail: sentTo,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    returnedAt: row.returnedAt?.toISOString() ?? null,
  }
}

/** With whose it is, and what may be done with it by hand: a transfer under way is the provider's. */
export function presentForAdmin({ clock }: Ports, { payout, creator }: Listed): AdminPayout {
  const { creatorId, year, month, state, via } = payout
  const isOurs = via !== 'transfer' || state === 'paid' || isLost(payout, clock.now())
  return {
    ...presentPayout(payout),
    ...{ userId: Number(creatorId), year, month, ...creator },
    canBePaid: isOurs && mayMove(state, 'paid'),
    canBeReturned: isOurs && mayMove(state, 'returned'),
  }
}

export async function presentRun(
  { db, config: { currency } }: Ports,
  run: RunRow,
  skips: Awaited<ReturnType<typeof skippedLines>> = [],
): Promise<z.input<typeof getPayoutRun.reply>> {
  const { waiting, paid, skipped, amount } = await countLines(db, run.id)
  const { id, year, month, state } = run
  return {
    ...{ id, year, month, state, currency },
    done: paid + skipped,
    total: paid + skipped + waiting,
    processed: paid,
    skipped,
    amount: decimal(amount, currency),
    createdAt: run.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    skips: skips.flatMap(({ line, name, email }) =>
      line.reason ? [presentSkip({ ...line, name, email }, line.reason, currency)] : [],
    ),
  }
}

type Somebody = { creatorId: string; name: string | null; email: string; amount: Cents }

export function presentPayee({ creatorId, name, email, amount }: Somebody, currency: Currency) {
  return { userId: Number(creatorId), name, email, amount: decimal(amount, currency) }
}

export function presentSkip(who: Somebody, reason: SkipReason, currency: Currency): Skipped {
  return { ...presentPayee(who, currency), reason, sentence: sentences[reason] }
}

const sentences: Record<SkipReason, string> = {
  below_minimum: 'Below Minimum ($25)',
  no_method: 'No payout method is set up',
  suspended: 'The account is suspended',
}
