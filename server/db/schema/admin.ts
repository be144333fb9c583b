import { sql } from 'drizzle-orm'
import { bigserial, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { cents, enumChecks, id, timestamptz } from './columns.ts'
import { contents } from './content.ts'
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
    act: text('act').notNull(),
    /** What it was done to: `creator/12`, `purchase/34`. */
    subject: text('subject').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('audit_log_subject').on(table.subject), index('audit_log_act').on(table.act, table.id)],
)

/** Somebody says that an item should not be for sale. */
export const contentReports = pgTable(
  'content_reports',
  {
    id: id('id').primaryKey(),
    contentId: id('content_id')
      .notNull()
      .references(() => contents.id),
    reason: text('reason').notNull(),
    details: text('details').notNull(),
    /** To answer them, if they want that. */
    email: text('email').notNull(),
    state: text('state', { enum: ['open', 'done'] }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    doneAt: timestamptz('done_at'),
  },
  (table) => [
    index('content_reports_content').on(table.contentId, table.state),
    index('content_reports_state').on(table.state, table.createdAt),
    ...enumChecks('content_reports', table),
  ],
)

/** A second purchase of an item with the same address, while the first stands. A trigger on purchases writes it. */
export const doublePurchases = pgTable(
  'double_purchases',
  {
    purchaseId: id('purchase_id')
      .primaryKey()
      .references(() => purchases.id),
    earlierId: id('earlier_id')
      .notNull()
      .references(() => purchases.id),
    createdAt: timestamptz('created_at').notNull(),
    /** When a person said that it is all right. */
    seenAt: timestamptz('seen_at'),
  },
  (table) => [
    index('double_purchases_new').on(table.createdAt).where(sql`${table.seenAt} is null`),
    index('double_purchases_earlier_id').on(table.earlierId),
  ],
)

/**
 * What a UTC month changed in a creator's books: sums over their postings, kept by a trigger in the transaction of each
 * posting, recomputable. A posting whose cents are all the platform's counts for the creator without a name.
 */
export const creatorMonths = pgTable(
  'creator_months',
  {
    creatorId: text('creator_id').notNull(),
    /** `2026-03`. */
    month: text('month').notNull(),
    currency: text('currency').notNull(),
    sales: integer('sales').notNull(),
    /** What buyers paid, less what went back; the platform's share of it; the creator's. */
    gross: cents('gross').notNull(),
    fee: cents('fee').notNull(),
    earned: cents('earned').notNull(),
    /** Payouts, less those that came back. */
    paidOut: cents('paid_out').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.creatorId, table.month, table.currency] }),
    index('creator_months_month').on(table.month),
  ],
)

/** What is left for a creator of the sales of a UTC month, whenever it was that money went back. A trigger on purchases keeps it. */
export const creatorSales = pgTable(
  'creator_sales',
  {
    creatorId: text('creator_id').notNull(),
    month: text('month').notNull(),
    share: cents('share').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.creatorId, table.month] }),
    index('creator_sales_month').on(table.month),
  ],
)

/** A month that is over, as it was when it was closed. Append-only, as its lines are. */
export const monthlyReports = pgTable('monthly_reports', {
  month: text('month').primaryKey(),
  currency: text('currency').notNull(),
  gross: cents('gross').notNull(),
  fee: cents('fee').notNull(),
  paidOut: cents('paid_out').notNull(),
  sales: integer('sales').notNull(),
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
    sales: integer('sales').notNull(),
    gross: cents('gross').notNull(),
    fee: cents('fee').notNull(),
    earned: cents('earned').notNull(),
    paidOut: cents('paid_out').notNull(),
    /** The creator's account at the end of the month. */
    balance: cents('balance').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.month, table.creatorId] }),
    index('monthly_report_lines_creator_id').on(table.creatorId),
  ],
)
