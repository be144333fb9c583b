import type { z } from 'zod'
import type { refundAsAdmin } from '../../../contract/admin-purchases.ts'
import { decimal } from '../../../contract/money.ts'
import type { RefundPreview } from '../../../contract/sales.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import { cutPage, pageRows, partOf } from '../../http/paging.ts'
import type { Ports } from '../../ports/index.ts'
import { recordAct } from '../audit/service.ts'
import { closeByHand, reopenByHand } from '../purchases/access-by-hand.ts'
import { refundPurchase } from '../purchases/refund-start.ts'
import { refundPreview } from '../sales/service.ts'
import { clearFlag } from './desk-repository.ts'
import { presentFound } from './present-purchase.ts'
import { type FoundRow, purchaseRow, searchPurchases } from './purchases-repository.ts'
import { purchaseRecord } from './record.ts'

type Wanted = { q: string; only: 'all' | 'doubles'; page: number }

export async function findBought({ db }: Ports, { q, only, page }: Wanted) {
  const rows = await searchPurchases(db, { q, only, ...partOf(page), most: pageRows + 1 })
  const { shown, last } = cutPage(rows, pageRows)
  return { purchases: shown.map(presentFound), hasMore: last !== undefined, page }
}

/** What giving `amount` back, or all that is left, would do to the creator's balance. Nothing moves. */
export async function refundOutlook(
  ports: Ports,
  { id, amount }: { id: number; amount: string | undefined },
): Promise<RefundPreview> {
  return refundPreview(ports.db, (await required(ports, id)).purchase, amount)
}

type Refund = z.output<typeof refundAsAdmin.body> & { id: number }

/** Pays a buyer back by the same way a creator does. Written down before the provider is asked. */
export async function refundBought(ports: Ports, viewer: Viewer, { id, ...order }: Refund) {
  const { purchase } = await required(ports, id)
  const { currency } = purchase
  await refundPurchase(ports, {
    ...order,
    purchaseId: id,
    by: { role: 'admin', userId: viewer.id },
    note: (tx, part) =>
      recordAct(tx, ports, viewer, {
        act: 'refundAsAdmin',
        subject: `purchase/${id}`,
        before: { refunded: decimal(purchase.refunded, currency) },
        after: { amount: decimal(part, currency), reason: order.reason },
      }),
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
  const act = { act: 'closeAccessAsAdmin', subject: `purchase/${id}`, after: { reason } }
  await closeByHand(ports, {
    ...{ purchaseId: id, reason, by: 'admin' },
    note: (tx) => recordAct(tx, ports, viewer, act),
  })
  return showRecord(ports, id)
}

export async function reopenBought(ports: Ports, viewer: Viewer, id: number) {
  const { grant } = await required(ports, id)
  const before = { closedFor: grant.revokedFor, reason: grant.revokedReason }
  const act = { act: 'reopenAccessAsAdmin', subject: `purchase/${id}`, before }
  await reopenByHand(ports, {
    ...{ purchaseId: id, by: 'admin' },
    note: (tx) => recordAct(tx, ports, viewer, act),
  })
  return showRecord(ports, id)
}

async function required({ db }: Ports, id: number): Promise<FoundRow> {
  const row = await purchaseRow(db, id)
  if (!row) throw new AppError('not_found', 'Purchase Not Found')
  return row
}
