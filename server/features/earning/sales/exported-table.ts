import { and, asc, eq, gt } from 'drizzle-orm'
import { formatDecimal } from '../../../../contract/money.ts'
import type { Db } from '../../../db/database.ts'
import { checkouts, contentItems, discounts, purchases } from '../../../db/schema/index.ts'
import { type ExportTable, exportTable } from '../../../http/export-table.ts'
import { isSold, soldAs, upgradedFrom } from './repository.ts'

/** Only what the export has: to read all columns of a million sales takes several times as long. */
const exportedSale = {
  purchase: {
    id: purchases.id,
    orderNumber: purchases.orderNumber,
    paidAt: purchases.paidAt,
    contentId: purchases.contentId,
    buyerEmail: purchases.buyerEmail,
    currency: purchases.currency,
    listAmount: purchases.listAmount,
    discountAmount: purchases.discountAmount,
    tipAmount: purchases.tipAmount,
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
  soldAs,
  upgradedFrom,
  discountCode: discounts.code,
}

export function salesTable(db: Db, creatorId: string): ExportTable {
  return exportTable('sales', {
    select: (after, limit) =>
      db
        .select(exportedSale)
        .from(purchases)
        .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
        .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
        .leftJoin(discounts, eq(discounts.id, purchases.discountId))
        .where(and(eq(purchases.creatorId, creatorId), isSold, gt(purchases.id, after)))
        .orderBy(asc(purchases.id))
        .limit(limit),
    idOf: ({ purchase }) => purchase.id,
    columns: {
      order: ({ purchase }) => purchase.orderNumber,
      paidAt: ({ purchase }) => purchase.paidAt.toISOString(),
      item: ({ purchase }) => purchase.contentId,
      title: ({ title }) => title,
      soldAs: ({ soldAs }) => soldAs,
      upgradedFrom: ({ upgradedFrom }) => upgradedFrom,
      buyer: ({ purchase }) => purchase.buyerEmail,
      discountCode: ({ discountCode }) => discountCode,
      listPrice: ({ purchase: { listAmount, currency } }) => formatDecimal(listAmount, currency),
      discount: ({ purchase: { discountAmount, currency } }) => formatDecimal(discountAmount, currency),
      tip: ({ purchase: { tipAmount, currency } }) => formatDecimal(tipAmount, currency),
      amount: ({ purchase: { amount, currency } }) => formatDecimal(amount, currency),
      tax: ({ purchase: sold }) => formatDecimal(sold.taxAmount - sold.taxRefundedAmount, sold.currency),
      fee: ({ purchase: sold }) =>
        formatDecimal(sold.platformFeeAmount - sold.platformFeeRefundedAmount, sold.currency),
      refunded: ({ purchase }) => formatDecimal(purchase.refundedAmount, purchase.currency),
      disputed: ({ purchase }) => formatDecimal(purchase.disputedAmount, purchase.currency),
      currency: ({ purchase }) => purchase.currency,
      supporter: ({ checkout }) => checkout.supporterName,
      message: ({ checkout }) => checkout.supporterMessage,
      isPrivate: ({ checkout }) => checkout.isSupporterPrivate,
      source: ({ checkout }) => checkout.utmParameters,
    },
    numeric: ['listPrice', 'discount', 'amount', 'tax', 'fee', 'refunded', 'disputed'],
  })
}
