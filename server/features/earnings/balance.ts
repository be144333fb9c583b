import { formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import { creatorAccount } from '../../../domain/ledger.ts'
import { holdCutoff } from '../../../domain/month.ts'
import { availableAmount } from '../../../domain/payout.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { getBalance } from '../ledger/repository.ts'
import { getFunds } from '../payouts/funds-repository.ts'
import { sumGross } from './repository.ts'

/** How a creator's balance came about. Every step is a sum over the ledger, so together they are the balance. */
export async function getBalanceBreakdown({ db, config, clock }: Ports, viewer: Viewer) {
  const { currency, payoutHoldDays: holdDays } = config
  const account = creatorAccount(viewer.id)
  const gross = await sumGross(db, viewer.id)
  const sold = await getBalance(db, account, ['sale'])
  const reversed = await getBalance(db, account, ['refund', 'refund_reversal', 'dispute', 'dispute_reversal'])
  const paidOut = await getBalance(db, account, ['payout', 'payout_return'])
  const funds = await getFunds(db, viewer.id, holdCutoff({ now: clock.now(), holdDays }))
  const available = availableAmount(funds)
  const format = (amount: MinorUnits) => formatDecimal(amount, currency)
  return {
    currency,
    gross: format(gross),
    fees: format(gross - sold),
    reversed: format(-reversed),
    paidOut: format(-paidOut),
    balance: format(funds.balance),
    onHold: format(funds.balance - available),
    available: format(available),
  }
}
