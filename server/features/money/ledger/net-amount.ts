import { sql } from 'drizzle-orm'
import { purchases } from '../../../db/schema/index.ts'

/** The creator's share of a purchase in SQL, less reversals. `netAmountOf` in domain/sale.ts computes the same. */
export const saleNetAmount = sql`${purchases.amount} - ${purchases.taxAmount} - ${purchases.platformFeeAmount}
  - ${purchases.refundedAmount} - ${purchases.disputedAmount} + ${purchases.taxRefundedAmount}
  + ${purchases.platformFeeRefundedAmount}`
