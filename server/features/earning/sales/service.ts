import type { z } from 'zod'
import { formatDecimal } from '../../../../contract/money.ts'
import type { OrderNumber } from '../../../../contract/order-number.ts'
import type * as contract from '../../../../contract/sales.ts'
import type { RefundPreview, SaleDetail } from '../../../../contract/sales.ts'
import { AppError } from '../../../../domain/errors.ts'
import { creatorAccount } from '../../../../domain/ledger.ts'
import {
  creatorRefundShare,
  isFullRefund,
  resolveRefundAmount,
  returnedFee,
} from '../../../../domain/refund.ts'
import type { Db } from '../../../db/database.ts'
import { decodeCursor, encodeCursor, paginate } from '../../../http/pagination.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { enqueueAccessEmail } from '../../buying/access/links.ts'
import * as access from '../../buying/access/revocation.ts'
import * as messages from '../../buying/messages/messages.ts'
import { findPurchase } from '../../buying/purchases/repository.ts'
import { issueRefund } from '../../buying/refunds/execute-refund.ts'
import { getBalance } from '../../money/ledger/repository.ts'
import { requireRecentSignIn } from '../../people/accounts/guards.ts'
import { selectRepeatedUses } from '../../selling/discounts/buyer-history.ts'
import { presentSale, presentSaleDetail } from './present.ts'
import { countSales, cursorOf, findSale, type SaleRow, selectSales } from './repository.ts'

type ListSalesQuery = z.output<typeof contract.listSales.query>

export async function listSales(
  { db, clock }: Ports,
  viewer: Viewer,
  { cursor, limit, ...filter }: ListSalesQuery,
) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const { page, last } = paginate(
    await selectSales(db, viewer.id, { filter, after, limit: limit + 1 }),
    limit,
  )
  const now = clock.now()
  const withCode = page.filter(({ purchase }) => purchase.discountId !== null)
  const repeated = await selectRepeatedUses(
    db,
    withCode.map(({ purchase }) => purchase.id),
  )
  return {
    sales: page.map((row) => presentSale(row, { now, codeUses: repeated.get(row.purchase.id) })),
    next: last ? encodeCursor(cursorOf(last)) : null,
    total: await countSales(db, viewer.id),
  }
}

export async function getSale(ports: Ports, viewer: Viewer, id: OrderNumber): Promise<SaleDetail> {
  return presentSaleDetail(ports, await requireOwnSale(ports.db, viewer, id))
}

/** The effect of a refund of `amount`, or of all that is refundable, on the balance. Changes nothing. */
export async function previewRefund(
  { db }: Ports,
  viewer: Viewer,
  { id, amount }: { id: OrderNumber; amount: string | undefined },
): Promise<RefundPreview> {
  const { purchase } = await requireOwnSale(db, viewer, id)
  return buildRefundPreview(db, purchase, amount)
}

/** The same for any sale; the caller authorizes. */
export async function buildRefundPreview(
  db: Db,
  purchase: SaleRow['purchase'],
  amount: string | undefined,
): Promise<RefundPreview> {
  const { creatorId, currency } = purchase
  const part = resolveRefundAmount(purchase, amount)
  const balance = await getBalance(db, creatorAccount(creatorId))
  return {
    currency,
    amount: formatDecimal(part, currency),
    refundableAmount: formatDecimal(resolveRefundAmount(purchase, undefined), currency),
    balance: formatDecimal(balance, currency),
    balanceAfter: formatDecimal(balance - creatorRefundShare(purchase, part), currency),
    feeReturned: formatDecimal(returnedFee(purchase, part), currency),
    revokesAccess: isFullRefund(purchase, part),
  }
}

/** A sale with a pending request is refunded by deciding the request, where the reason is shown. */
export async function refundSale(
  ports: Ports,
  viewer: Viewer,
  { id, ...refund }: z.output<typeof contract.refundSale.body> & { id: OrderNumber },
): Promise<SaleDetail> {
  requireRecentSignIn(ports, viewer)
  const { refundRequest, purchase } = await requireOwnSale(ports.db, viewer, id)
  if (refundRequest)
    throw new AppError('conflict', 'The buyer requested a refund for this sale. Review that request first.')
  await issueRefund(ports, { ...refund, purchaseId: purchase.id, by: { role: 'creator', userId: viewer.id } })
  return getSale(ports, viewer, id)
}

export async function writeToBuyer(
  ports: Ports,
  viewer: Viewer,
  { id, text }: { id: OrderNumber; text: string },
): Promise<SaleDetail> {
  await messages.writeToBuyer(ports, await requireOwnSale(ports.db, viewer, id), text)
  return getSale(ports, viewer, id)
}

export async function resendAccessEmail(ports: Ports, viewer: Viewer, id: OrderNumber): Promise<SaleDetail> {
  const { purchase } = await requireOwnSale(ports.db, viewer, id)
  const bought = await findPurchase(ports.db, purchase.id)
  if (!bought) throw saleNotFound()
  await enqueueAccessEmail(
    ports,
    bought,
    'This link was sent a moment ago, or five times today. Try again later.',
  )
  return getSale(ports, viewer, id)
}

export async function revokeAccess(
  ports: Ports,
  viewer: Viewer,
  { id, reason }: { id: OrderNumber; reason: string },
): Promise<SaleDetail> {
  const { purchase } = await requireOwnSale(ports.db, viewer, id)
  await access.revokeAccess(ports, { purchaseId: purchase.id, reason, by: 'creator' })
  return getSale(ports, viewer, id)
}

export async function restoreAccess(ports: Ports, viewer: Viewer, id: OrderNumber): Promise<SaleDetail> {
  const { purchase } = await requireOwnSale(ports.db, viewer, id)
  await access.restoreAccess(ports, { purchaseId: purchase.id, by: 'creator' })
  return getSale(ports, viewer, id)
}

/** Another creator's sale is reported as missing. */
async function requireOwnSale(db: Ports['db'], viewer: Viewer, id: OrderNumber): Promise<SaleRow> {
  const row = await findSale(db, id)
  if (row?.purchase.creatorId !== viewer.id) throw saleNotFound()
  return row
}

const saleNotFound = () => new AppError('not_found', 'Sale Not Found')
