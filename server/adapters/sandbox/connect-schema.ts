import { sql } from 'drizzle-orm'
import { check, index, integer, text } from 'drizzle-orm/pg-core'
import { accountRestrictions, connectedAccountStates } from '../../../contract/payouts.ts'
import { currency, currencyCheck, enumChecks, minorUnits, timestamptz } from '../../db/schema/columns.ts'
import { sandboxSchema } from './sandbox-schema.ts'

/**
 * What the platform's own account can transfer to creators. It has one row, or none while the balance covers every
 * transfer.
 */
export const sandboxBalance = sandboxSchema.table(
  'platform_balance',
  {
    id: integer('id').primaryKey(),
    available: minorUnits('available').notNull(),
  },
  (table) => [check('platform_balance_id_valid', sql`${table.id} = 1`)],
)

/** Payouts from the platform's balance to its own bank. */
export const sandboxPayouts = sandboxSchema.table(
  'platform_payouts',
  {
    id: text('id').primaryKey(),
    amount: minorUnits('amount').notNull(),
    currency: currency(),
    state: text('state', { enum: ['paid', 'failed'] }).notNull(),
    failureCode: text('failure_code'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('platform_payouts_created_at_idx').on(table.createdAt),
    check('platform_payouts_amount_valid', sql`${table.amount} > 0`),
    currencyCheck('platform_payouts', table.currency),
    ...enumChecks('platform_payouts', table),
  ],
)

/** Creators' accounts with the sandbox. A `restricted` one cannot be paid, for the reason in `restriction`. */
export const sandboxAccounts = sandboxSchema.table(
  'connected_accounts',
  {
    id: text('id').primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    userId: text('user_id').notNull(),
    email: text('email').notNull(),
    /** ISO 3166; null for accounts that were created before the country was asked. */
    country: text('country'),
    state: text('state', { enum: connectedAccountStates }).notNull(),
    restriction: text('restriction', { enum: accountRestrictions }),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('connected_accounts_user_id_idx').on(table.userId),
    index('connected_accounts_created_at_id_idx').on(table.createdAt, table.id),
    check('connected_accounts_country_valid', sql`${table.country} ~ '^[A-Z]{2}$'`),
    ...enumChecks('connected_accounts', table),
  ],
)

/** Single-use addresses of the onboarding page. */
export const sandboxLinks = sandboxSchema.table(
  'onboarding_links',
  {
    token: text('token').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => sandboxAccounts.id),
    returnUrl: text('return_url').notNull(),
    refreshUrl: text('refresh_url').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (table) => [index('onboarding_links_account_id_idx').on(table.accountId)],
)

/** Transfers to creators. The row of a `failed` one is never deleted, so that its idempotency key stays rejected. */
export const sandboxTransfers = sandboxSchema.table(
  'transfers',
  {
    id: text('id').primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    accountId: text('account_id').notNull(),
    payoutId: text('payout_id').notNull(),
    amount: minorUnits('amount').notNull(),
    currency: currency(),
    state: text('state', { enum: ['paid', 'failed', 'reversed'] }).notNull(),
    /** Why it failed; null also for failures from before codes were stored. */
    failureCode: text('failure_code'),
    reversalIdempotencyKey: text('reversal_idempotency_key'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('transfers_account_id_idx').on(table.accountId),
    currencyCheck('transfers', table.currency),
    ...enumChecks('transfers', table),
  ],
)
