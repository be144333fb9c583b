import type { z } from 'zod'
import { decimal } from '../../../contract/money.ts'
import type { listSales, RefundPreview, refundSale, SaleDetail } from '../../../contract/sales.ts'
import { AppError } from '../../../domain/errors.ts'
import { creatorAccount } from '../../../domain/ledger.ts'
import { creatorsPart, isWhole, refundDue } from '../../../domain/refund.ts'
import type { Db } from '../../db/database.ts'
import type { Viewer } from '../../http/call.ts'
import { cutPage, readPlace, writePlace } from '../../http/paging.ts'
import type { Ports } from '../../ports/index.ts'
import { totalOf } from '../ledger/repository.ts'
import { closeByHand, reopenByHand } from '../purchases/access-by-hand.ts'
import { mailAccessAgain } from '../purchases/mails.ts'
import { refundPurchase } from '../purchases/refund-start.ts'
import { boughtById } from '../purchases/repository.ts'
import { presentDetail, presentSale } from './present.ts'
import { countSales, placeOf, type SaleRow, saleById, salesOf } from './repository.ts'

type Asked = z.output<typeof listSales.query>

/** A page of one's own sales, and where the next one begins. */
export async function listOwnSales({ db }: Ports, viewer: Viewer, { cursor, limit, ...filter }: Asked) {
  const after = cursor === undefined ? undefined : readPlace(cursor)
  const { shown, last } = cutPage(await salesOf(db, viewer.id, { filter, after, most: limit + 1 }), limit)
  return {
    sales: shown.map(presentSale),
    next: last ? writePlace(placeOf(last)) : null,
    total: await countSales(db, viewer.id),
  }
}

export async function showSale({ db }: Ports, viewer: Viewer, id: number): Promise<SaleDetail> {
  return presentDetail(db, await ownSale(db, viewer, id))
}

/** What giving `amount` back, or all that is left, would do to the balance. Nothing moves. */
export async function previewOwnRefund(
  { db }: Ports,
  viewer: Viewer,
  { id, amount }: { id: number; amount: string | undefined },
): Promise<RefundPreview> {
  const { purchase } = await ownSale(db, viewer, id)
  return refundPreview(db, purchase, amount)
}

/** The same of anybody's sale; whether they may know is the caller's to see to. */
export async function refundPreview(
  db: Db,
  purchase: SaleRow['purchase'],
  amount: string | undefined,
): Promise<RefundPreview> {
  const { creatorId, currency } = purchase
  const part = refundDue(purchase, amount)
  const balance = await totalOf(db, creatorAccount(creatorId))
  return {
    currency,
    amount: decimal(part, currency),
    refundable: decimal(refundDue(purchase, undefined), currency),
    balance: decimal(balance, currency),
    balanceAfter: decimal(balance - creatorsPart(purchase, part), currency),
    closesAccess: isWhole(purchase, part),
  }
}

/** What a buyer waits for an answer to is decided there, where their reason is read. */
export async function refundOwnSale(
  ports: Ports,
  viewer: Viewer,
  { id, ...order }: z.output<typeof refundSale.body> & { id: number },
): Promise<SaleDetail> {
  const { refundRequest } = await ownSale(ports.db, viewer, id)
  if (refundRequest)
    throw new AppError('conflict', 'The buyer has asked for a refund of this sale: decide on that first.')
  await refundPurchase(ports, { ...order, purchaseId: id, by: { role: 'creator', userId: viewer.id } })
  return showSale(ports, viewer, id)
}

export async function resendOwnAccess(ports: Ports, viewer: Viewer, id: number): Promise<SaleDetail> {
  await ownSale(ports.db, viewer, id)
  const bought = await boughtById(ports.db, id)
  if (!bought) throw saleNotFound()
  await mailAccessAgain(ports, bought, 'It was sent a moment ago, or five times today. Try again later.')
  return showSale(ports, viewer, id)
}

export async function closeOwnAccess(
  ports: Ports,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<SaleDetail> {
  await ownSale(ports.db, viewer, id)
  await closeByHand(ports, { purchaseId: id, reason, by: 'creator' })
  return showSale(ports, viewer, id)
}

export async function reopenOwnAccess(ports: Ports, viewer: Viewer, id: number): Promise<SaleDetail> {
  await ownSale(ports.db, viewer, id)
  await reopenByHand(ports, { purchaseId: id, by: 'creator' })
  return showSale(ports, viewer, id)
}

/** Another creator's sale is as unknown as one that never was. */
async function ownSale(db: Ports['db'], viewer: Viewer, id: number): Promise<SaleRow> {
  const row = await saleById(db, id)
  if (row?.purchase.creatorId !== viewer.id) throw saleNotFound()
  return row
}

const saleNotFound = () => new AppError('not_found', 'Sale Not Found')
