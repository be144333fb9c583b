import { decimal } from '../../../contract/money.ts'
import { creatorAccount, earningKinds } from '../../../domain/ledger.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { countContents } from '../content/repository.ts'
import { totalOf } from '../ledger/repository.ts'
import { tipsOf } from './repository.ts'

/** The dashboard's cards. Amounts are sums over the ledger, as numbers (spec.md section 3). */
export async function showStats(ports: Ports, viewer: Viewer) {
  const contentCount = await countContents(ports.db, viewer.id)
  const totalTips = await tipsOf(ports.db, viewer.id)
  const { pendingPayouts: _, ...earnings } = await showEarnings(ports, viewer)
  return { ...earnings, contentCount, totalTips }
}

/** Until payouts are made, all that was earned is available. */
export async function showEarnings({ db, config }: Ports, viewer: Viewer) {
  const earned = await totalOf(db, creatorAccount(viewer.id), earningKinds)
  const amount = Number(decimal(earned, config.currency))
  return { availableBalance: amount, totalEarnings: amount, pendingPayouts: 0, currency: config.currency }
}
