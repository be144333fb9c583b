import { decimal } from '../../../contract/money.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { recordAct } from '../audit/service.ts'
import { closeByHand, reopenByHand } from '../purchases/access-by-hand.ts'
import { refundPurchase } from '../purchases/refund-start.ts'
import { clearFlag } from './desk-repository.ts'
import { presentFound } from './present-purchase.ts'
import { type FoundRow, purchaseRow, searchPurchases } from './purchases-repository.ts'
import { purchaseRecord } from './record.ts'

const page = 50

type Wanted = { q: string; only: 'all' | 'doubles'; page: number }

export async function findBought({ db }: Ports, { q, only, page: number }: Wanted) {
  const rows = await searchPurchases(db, { q, only, most: page + 1, skip: (number - 1) * page })
  return { purchases: rows.slice(0, page).map(presentFound), hasMore: rows.length > page, page: number }
}

type Refund = { id: number; amount?: string | undefined; reason: string }

/** Pays a buyer back by the same way a creator does. Written down before the provider is asked. */
export async function refundBought(ports: Ports, viewer: Viewer, { id, amount, reason }: Refund) {
  const row = await required(ports, id)
  const before = { refunded: decimal(row.purchase.refunded, row.purchase.currency) }
  const by = { role: 'admin', userId: viewer.id } as const
  const outcome = await refundPurchase(ports, { purchaseId: id, amount, reason, by })
  await recordAct(ports.db, ports, viewer, {
    act: 'refundAsAdmin',
    subject: `purchase/${id}`,
    before,
    after: { amount: amount ?? 'all that was left', reason, outcome },
  })
  return purchaseRecord(ports, await required(ports, id))
}

export async function showRecord(ports: Ports, id: number) {
  return purchaseRecord(ports, await required(ports, id))
}

/** Bought twice on purpose. */
export async function notDouble(ports: Ports, viewer: Viewer, id: number) {
  const row = await required(ports, id)
  await ports.db.transaction(async (tx) => {
    const cleared = await clearFlag(tx, id, ports.clock.now())
    if (!cleared) throw new AppError('conflict', 'This purchase is not flagged.')
    await recordAct(tx, ports, viewer, {
      act: 'settleDouble',
      subject: `purchase/${id}`,
      before: { doubleOf: row.doubleOf },
    })
  })
  return purchaseRecord(ports, await required(ports, id))
}

/** Closes what somebody bought; they are told why. */
export async function closeBought(
  ports: Ports,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
) {
  await required(ports, id)
  await closeByHand(ports, { purchaseId: id, reason, by: 'admin' })
  const subject = `purchase/${id}`
  await recordAct(ports.db, ports, viewer, { act: 'closeAccessAsAdmin', subject, after: { reason } })
  return showRecord(ports, id)
}

export async function reopenBought(ports: Ports, viewer: Viewer, id: number) {
  const { grant } = await required(ports, id)
  await reopenByHand(ports, { purchaseId: id, by: 'admin' })
  const before = { closedFor: grant.revokedFor, reason: grant.revokedReason }
  const subject = `purchase/${id}`
  await recordAct(ports.db, ports, viewer, { act: 'reopenAccessAsAdmin', subject, before })
  return showRecord(ports, id)
}

async function required({ db }: Ports, id: number): Promise<FoundRow> {
  const row = await purchaseRow(db, id)
  if (!row) throw new AppError('not_found', 'Purchase Not Found')
  return row
}
