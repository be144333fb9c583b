import { and, asc, eq, gt } from 'drizzle-orm'
import { formatDecimal } from '../../../../contract/money.ts'
import type { Db } from '../../../db/database.ts'
import { rowsByKey } from '../../../db/pages-by-key.ts'
import { checkouts, contentItems, purchases } from '../../../db/schema/index.ts'
import {
  type ExportTable,
  exportPageSize,
  exportTable,
  type StreamedRow,
} from '../../../http/export-table.ts'

export function salesTable(db: Db, creatorId: string): ExportTable {
  return exportTable(
    {
      name: 'sales',
      columns:
        'order paidAt item title buyer amount tax fee refunded disputed currency supporter message isPrivate source',
      numeric: 'amount tax fee refunded disputed',
    },
    () => streamSales(db, creatorId),
    saleRow,
  )
}

/** Only what the export has: to read all columns of a million sales takes several times as long. */
const exportedSale = {
  purchase: {
    id: purchases.id,
    orderNumber: purchases.orderNumber,
    paidAt: purchases.paidAt,
    contentId: purchases.contentId,
    buyerEmail: purchases.buyerEmail,
    currency: purchases.currency,
    amount: purchases.amount,
    taxAmount: purchases.taxAmount,
    taxRefundedAmount: purchases.taxRefundedAmount,
    platformFeeAmount: purchases.platformFeeAmount,
    platformFeeRefundedAmount: purchases.platformFeeRefundedAmount,
    refundedAmount: purchases.refundedAmount,
    disputedAmount: purchases.disputedAmount,
  },
  checkout: {
    supporterName: checkouts.supporterName,
    supporterMessage: checkouts.supporterMessage,
    isSupporterPrivate: checkouts.isSupporterPrivate,
    utmParameters: checkouts.utmParameters,
  },
  title: contentItems.title,
}

function streamSales(db: Db, creatorId: string) {
  return rowsByKey(
    (after: number | undefined) =>
      db
        .select(exportedSale)
        .from(purchases)
        .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
        .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
        .where(and(eq(purchases.creatorId, creatorId), gt(purchases.id, after ?? 0)))
        .orderBy(asc(purchases.id))
        .limit(exportPageSize),
    { keyOf: ({ purchase }) => purchase.id, pageSize: exportPageSize },
  )
}

function saleRow({ purchase, checkout, title }: StreamedRow<typeof streamSales>) {
  const money = (amount: number) => formatDecimal(amount, purchase.currency)
  return {
    order: purchase.orderNumber,
    paidAt: purchase.paidAt.toISOString(),
    item: purchase.contentId,
    title,
    buyer: purchase.buyerEmail,
    amount: money(purchase.amount),
    tax: money(purchase.taxAmount - purchase.taxRefundedAmount),
    fee: money(purchase.platformFeeAmount - purchase.platformFeeRefundedAmount),
    refunded: money(purchase.refundedAmount),
    disputed: money(purchase.disputedAmount),
    currency: purchase.currency,
    supporter: checkout.supporterName,
    message: checkout.supporterMessage,
    isPrivate: checkout.isSupporterPrivate,
    source: checkout.utmParameters,
  }
}
