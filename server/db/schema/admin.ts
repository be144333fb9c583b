import { sql } from 'drizzle-orm'
import { bigserial, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { cents, enumChecks, id, timestamptz } from './columns.ts'
import { contentItems } from './content.ts'
import { timeOrderedId } from './ids.ts'
import { purchases } from './purchases.ts'

/** Who did what, when, to whom, as an administrator. Append-only: triggers refuse update, delete and truncate. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    actorId: text('actor_id').notNull(),
    /** The address they had then. */
    actorEmail: text('actor_email').notNull(),
    /** The call of the contract. */
    action: text('action').notNull(),
    /** What it was done to: `creator/12`, `purchase/34`. */
    target: text('target').notNull(),
    oldValues: jsonb('old_values').$type<Record<string, unknown>>(),
    newValues: jsonb('new_values').$type<Record<string, unknown>>(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('audit_log_subject').on(table.target), index('audit_log_act').on(table.action, table.id)],
)

/** Somebody says that an item should not be for sale. */
export const contentReports = pgTable(
  'content_reports',
  {
    id: timeOrderedId(),
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    reason: text('reason').notNull(),
    details: text('details').notNull(),
    /** To answer them, if they want that. */
    reporterEmail: text('reporter_email').notNull(),
    state: text('state', { enum: ['open', 'done'] }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    resolvedAt: timestamptz('resolved_at'),
  },
  (table) => [
    index('content_reports_content').on(table.contentId, table.state),
    index('content_reports_state').on(table.state, table.createdAt),
    ...enumChecks('content_reports', table),
  ],
)

/** A second purchase of an item with the same address, while the first stands. A trigger on purchases writes it. */
export const duplicatePurchases = pgTable(
  'duplicate_purchases',
  {
    purchaseId: id('purchase_id')
      .primaryKey()
      .references(() => purchases.id),
    originalPurchaseId: id('original_purchase_id')
      .notNull()
      .references(() => purchases.id),
    createdAt: timestamptz('created_at').notNull(),
    /** When a person said that it is all right. */
    dismissedAt: timestamptz('dismissed_at'),
  },
  (table) => [
    index('duplicate_purchases_new').on(table.createdAt).where(sql`${table.dismissedAt} is null`),
    index('duplicate_purchases_earlier_id').on(table.originalPurchaseId),
  ],
)

/**
 * What a UTC month changed in a creator's books: sums over their postings, kept by a trigger in the transaction of each
 * posting, recomputable. A posting whose cents are all the platform's counts for the creator without a name.
 */
export const creatorMonthlyRollups = pgTable(
  'creator_monthly_rollups',
  {
    creatorId: text('creator_id').notNull(),
    /** `2026-03`. */
    month: text('month').notNull(),
    currency: text('currency').notNull(),
    saleCount: integer('sale_count').notNull(),
    /** What buyers paid, less what went back; the platform's share of it; the creator's. */
    grossAmount: cents('gross_amount').notNull(),
    platformFeeAmount: cents('platform_fee_amount').notNull(),
    netAmount: cents('net_amount').notNull(),
    /** Payouts, less those that came back. */
    paidOutAmount: cents('paid_out_amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.creatorId, table.month, table.currency] }),
    index('creator_monthly_rollups_month').on(table.month),
  ],
)

/** What is left for a creator of the sales of a UTC month, whenever it was that money went back. A trigger on purchases keeps it. */
export const creatorMonthlySalesRollups = pgTable(
  'creator_monthly_sales_rollups',
  {
    creatorId: text('creator_id').notNull(),
    month: text('month').notNull(),
    netAmount: cents('net_amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.creatorId, table.month] }),
    index('creator_monthly_sales_rollups_month').on(table.month),
  ],
)

/** A month that is over, as it was when it was closed. Append-only, as its lines are. */
export const monthlyReports = pgTable('monthly_reports', {
  month: text('month').primaryKey(),
  currency: text('currency').notNull(),
  grossAmount: cents('gross_amount').notNull(),
  platformFeeAmount: cents('platform_fee_amount').notNull(),
  paidOutAmount: cents('paid_out_amount').notNull(),
  saleCount: integer('sale_count').notNull(),
  closedAt: timestamptz('closed_at').notNull(),
})

/** A creator's line of a closed month, with the name and the payout method of that day. */
export const monthlyReportLines = pgTable(
  'monthly_report_lines',
  {
    month: text('month')
      .notNull()
      .references(() => monthlyReports.month),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email').notNull(),
    payoutMethod: text('payout_method'),
    payoutEmail: text('payout_email'),
    saleCount: integer('sale_count').notNull(),
    grossAmount: cents('gross_amount').notNull(),
    platformFeeAmount: cents('platform_fee_amount').notNull(),
    netAmount: cents('net_amount').notNull(),
    paidOutAmount: cents('paid_out_amount').notNull(),
    /** The creator's account at the end of the month. */
    closingBalanceAmount: cents('closing_balance_amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.month, table.creatorId] }),
    index('monthly_report_lines_creator_id').on(table.creatorId),
  ],
)
