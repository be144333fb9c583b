import { formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import { creatorAccount } from '../../../domain/ledger.ts'
import { availableAmount } from '../../../domain/payout.ts'
import { holdCutoff } from '../../../domain/payout-hold.ts'
import type { Db } from '../../db/database.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { getBalance } from '../ledger/repository.ts'
import { getFunds } from '../payouts/funds-repository.ts'
import { sumGross } from './repository.ts'

/**
 * The sums that lead from a creator's gross sales to the balance. All are read from the ledger in one snapshot, so
 * they add up to the balance even while sales arrive.
 */
export async function getBalanceBreakdown({ db, config, settings, clock }: Ports, viewer: Viewer) {
  const { currency } = config
  const cutoff = holdCutoff(settings.holdChanges(), clock.now())
  const sums = await db.transaction((tx) => readSums(tx, viewer.id, cutoff), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
  const { gross, taxes, sold, reversed, paidOut, funds } = sums
  const available = availableAmount(funds)
  const format = (amount: MinorUnits) => formatDecimal(amount, currency)
  return {
    currency,
    gross: format(gross),
    taxes: format(taxes),
    fees: format(gross - taxes - sold),
    reversed: format(-reversed),
    paidOut: format(-paidOut),
    balance: format(funds.balance),
    onHold: format(funds.balance - available),
    available: format(available),
  }
}

async function readSums(db: Db, creatorId: string, cutoff: Date) {
  const account = creatorAccount(creatorId)
  return {
    ...(await sumGross(db, creatorId)),
    sold: await getBalance(db, account, ['sale']),
    reversed: await getBalance(db, account, ['refund', 'refund_reversal', 'dispute', 'dispute_reversal']),
    paidOut: await getBalance(db, account, ['payout', 'payout_return']),
    funds: await getFunds(db, creatorId, cutoff),
  }
}
