import { type Cents, decimal } from '../../../contract/money.ts'
import { creatorAccount, earningKinds, payableAccount, payoutKinds } from '../../../domain/ledger.ts'
import { available } from '../../../domain/payout.ts'
import { heldFrom } from '../../../domain/report.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { countContents } from '../content/repository.ts'
import { totalOf } from '../ledger/repository.ts'
import { fundsOf } from '../payouts/funds.ts'
import { tipsOf } from './repository.ts'

/** The dashboard's cards. Amounts are sums over the ledger, as numbers (spec.md section 3). */
export async function showStats(ports: Ports, viewer: Viewer) {
  const contentCount = await countContents(ports.db, viewer.id)
  const totalTips = await tipsOf(ports.db, viewer.id)
  const { pendingPayouts: _, ...earnings } = await showEarnings(ports, viewer)
  return { ...earnings, contentCount, totalTips }
}

/** What a payout could pay now; what was earned in all; and between them what is held, asked back or on its way. */
export async function showEarnings({ db, config, clock }: Ports, viewer: Viewer) {
  const { currency, payoutHoldDays: holdDays } = config
  const earned = await totalOf(db, creatorAccount(viewer.id), earningKinds)
  const funds = await fundsOf(db, viewer.id, heldFrom({ now: clock.now(), holdDays }))
  const onItsWay = await totalOf(db, payableAccount(viewer.id), payoutKinds)
  const shown = (cents: Cents) => Number(decimal(cents, currency))
  return {
    availableBalance: shown(available(funds)),
    totalEarnings: shown(earned),
    pendingPayouts: shown(funds.held + funds.reserved + onItsWay),
    currency,
  }
}
