import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { connectedAccountStates, manualPayoutMethods } from '../../../contract/payouts.ts'
import { plans } from '../../../contract/schemas.ts'
import { bigInteger, enumChecks, timestamptz } from './columns.ts'
import { timeOrderedId } from './ids.ts'

/** Accounts. The first block of columns is better-auth's, the second ours. */
export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),

    firstName: text('first_name'),
    lastName: text('last_name'),
    plan: text('plan', { enum: plans }).notNull().default('creator'),
    payoutMethod: text('payout_method', { enum: manualPayoutMethods }),
    payoutEmail: text('payout_email'),
    /** When the admin last reminded the creator to add a payout method. */
    payoutReminderSentAt: timestamptz('payout_reminder_sent_at'),
    /** Lower case and without the @; unique. */
    handle: text('handle').unique(),
    photoKey: text('photo_key'),
    /** In minor units: suggested amounts of new items; null for the default ones. */
    defaultSuggestedAmounts: jsonb('default_suggested_amounts').$type<Array<number>>(),
    /** Whether new items show supporters. */
    defaultShowSupporters: boolean('default_show_supporters').notNull().default(true),
    /** Shown to buyers of items without a note of their own. */
    defaultThankYouNote: text('default_thank_you_note').notNull().default(''),
    /** Of the creator page. */
    bio: text('bio').notNull().default(''),
    links: jsonb('links').$type<Array<string>>().notNull().default([]),
    /** An IANA time zone, such as Europe/Berlin; null until the creator's browser has sent it. */
    timeZone: text('time_zone'),

    /** Ids at the card provider: of the connected account, and of the customer who pays for Pro. */
    providerAccountId: text('provider_account_id'),
    providerAccountState: text('provider_account_state', { enum: connectedAccountStates }),
    providerCustomerId: text('provider_customer_id'),

    /** Branding with Pro. */
    accentColor: text('accent_color'),
    logoKey: text('logo_key'),
    hidePlatformBranding: boolean('hide_platform_branding').notNull().default(false),
    /** Names of the enabled beta features. */
    enabledBetaFeatures: jsonb('enabled_beta_features').$type<Array<string>>().notNull().default([]),

    suspendedAt: timestamptz('suspended_at'),
    suspendedReason: text('suspended_reason'),
    /** The row stays for the ledger; personal data is removed. */
    deletedAt: timestamptz('deleted_at'),
  },
  (table) => [
    /** The admin's search by part of an email or name. */
    index('users_search_idx')
      .using('gin', table.email.op('gin_trgm_ops'), sql`${fullName(table)} gin_trgm_ops`)
      .with({ fastupdate: false }),
    ...enumChecks('users', table),
  ],
)

/** First and last name as one text; the admin's search compares it by its index. */
export function fullName({ firstName, lastName }: { firstName: AnyPgColumn; lastName: AnyPgColumn }): SQL {
  return sql`(coalesce(${firstName}, '') || ' ' || coalesce(${lastName}, ''))`
}

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user_id_idx').on(table.userId)],
)

/** Linked accounts of the OpenID provider. */
export const oauthAccounts = pgTable(
  'oauth_accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [index('oauth_accounts_user_id_idx').on(table.userId)],
)

/** The public keys of passkeys. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialID: text('credential_id').notNull().unique(),
    counter: bigInteger('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: timestamptz('created_at').defaultNow(),
  },
  (table) => [index('passkeys_user_id_idx').on(table.userId)],
)

/** A pending email change: one code went to the old email, one to the new; stored hashed. */
export const emailChangeRequests = pgTable('email_change_requests', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  newEmail: text('new_email').notNull(),
  oldEmailCodeHash: text('old_email_code_hash').notNull(),
  newEmailCodeHash: text('new_email_code_hash').notNull(),
  attemptCount: integer('attempt_count').notNull().default(0),
  expiresAt: timestamptz('expires_at').notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

/** A hashed sign-in code for the browser that requested it. A newer one replaces it. */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: timeOrderedId(),
    /** Lower case. */
    email: text('email').notNull(),
    browserHash: text('browser_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    attemptCount: integer('attempt_count').notNull().default(0),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('sign_in_codes_email_browser_hash_key').on(table.email, table.browserHash),
    index('sign_in_codes_expires_at_idx').on(table.expiresAt),
  ],
)

/** Browsers that have signed in to an account, so that no one else's code requests can lock them out. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    browserHash: text('browser_hash').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    lastSignedInAt: timestamptz('last_signed_in_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.browserHash] })],
)

/** better-auth's short-lived values: passkey challenges and OpenID states. */
export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [index('verifications_identifier_idx').on(table.identifier)],
)

/** Former handles. They redirect to the creator's page, and no one else can take them. */
export const handleRedirects = pgTable(
  'handle_redirects',
  {
    handle: text('handle').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('handle_redirects_user_id_idx').on(table.userId)],
)
