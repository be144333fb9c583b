import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { staffRoles } from '../../../contract/accounts.ts'
import {
  accountRestrictions,
  connectedAccountStates,
  manualPayoutMethods,
} from '../../../contract/payouts.ts'
import { saleEmailChoices } from '../../../contract/sale-emails.ts'
import { plans } from '../../../contract/schemas.ts'
import { bigInteger, country, countryCheck, enumChecks, timeOrderedId, timestamptz } from './columns.ts'

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
    /** When a passkey created or confirmed it. */
    passkeyConfirmedAt: timestamptz('passkey_confirmed_at'),
    /** The provider may have signed in without asking the person, so it never counts as a recent sign-in. */
    isSilent: boolean('is_silent').notNull().default(false),
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
    /** An uppercase ISO 3166-1 code: where the creator is paid. */
    country: text('country'),
    payoutMethod: text('payout_method', { enum: manualPayoutMethods }),
    /** The payout details, encrypted (server/features/money/payouts/payout-details.ts), and as screens show them. */
    payoutEmail: text('payout_email'),
    payoutMask: text('payout_mask'),
    /** The country of the bank account among them, when they say it. */
    payoutCountry: country('payout_country'),
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
    /** Whether tickets say the place of a purchase among those of its item. */
    showTicketNumbers: boolean('show_ticket_numbers').notNull().default(true),
    /** Of the creator page. */
    bio: text('bio').notNull().default(''),
    links: jsonb('links').$type<Array<string>>().notNull().default([]),
    /** Which sales are emailed. The first one always is. */
    saleEmails: text('sale_emails', { enum: saleEmailChoices }).notNull().default('each'),
    /** An IANA time zone, such as Europe/Berlin; null until the creator's browser has sent it. */
    timeZone: text('time_zone'),

    /** Ids at the card provider: of the connected account, and of the customer who pays for Pro. */
    providerAccountId: text('provider_account_id'),
    providerAccountState: text('provider_account_state', { enum: connectedAccountStates }),
    /** Why the provider pays the connected account nothing; null while it can, or before onboarding is complete. */
    providerAccountRestriction: text('provider_account_restriction', { enum: accountRestrictions }),
    /** The currency in which the connected account's bank is paid; null until the provider says it. */
    providerAccountCurrency: text('provider_account_currency'),
    providerCustomerId: text('provider_customer_id'),
    /** How often the provider refused an account or a customer finally: part of the next attempt's idempotency key. */
    providerRefusals: integer('provider_refusals').notNull().default(0),

    /** Branding with Pro. */
    accentColor: text('accent_color'),
    logoKey: text('logo_key'),
    hidePlatformBranding: boolean('hide_platform_branding').notNull().default(false),
    /** Names of the enabled beta features. */
    enabledBetaFeatures: jsonb('enabled_beta_features').$type<Array<string>>().notNull().default([]),

    /** Who may open the admin pages besides the owner. */
    role: text('role', { enum: staffRoles }),
    /** The one account that claimed the site with ADMIN_EMAIL. It stays the owner when either address changes. */
    isOwner: boolean('is_owner').notNull().default(false),

    suspendedAt: timestamptz('suspended_at'),
    suspendedReason: text('suspended_reason'),
    /** The row stays for the ledger; personal data is removed. */
    deletedAt: timestamptz('deleted_at'),
    /** Of an account deleted with a debt: keyed hashes by which its email and payout details are recognized. */
    debtEmailHash: text('debt_email_hash'),
    debtPayoutHash: text('debt_payout_hash'),
  },
  (table) => [
    uniqueIndex('users_debt_email_hash_key')
      .on(table.debtEmailHash)
      .where(sql`${table.debtEmailHash} is not null`),
    index('users_debt_payout_hash_idx')
      .on(table.debtPayoutHash)
      .where(sql`${table.debtPayoutHash} is not null`),
    /** The admin's search by part of an email or name. */
    index('users_search_idx')
      .using('gin', table.email.op('gin_trgm_ops'), sql`${fullName(table)} gin_trgm_ops`)
      .with({ fastupdate: false }),
    index('users_photo_key_idx').on(table.photoKey).where(sql`${table.photoKey} is not null`),
    index('users_logo_key_idx').on(table.logoKey).where(sql`${table.logoKey} is not null`),
    index('users_role_idx').on(table.role).where(sql`${table.role} is not null`),
    uniqueIndex('users_is_owner_key').on(table.isOwner).where(sql`${table.isOwner}`),
    check('users_country_valid', sql`${table.country} ~ '^[A-Z]{2}$'`),
    countryCheck('users', table.payoutCountry),
    check('users_provider_account_currency_valid', sql`${table.providerAccountCurrency} ~ '^[A-Z]{3}$'`),
    ...enumChecks('users', table),
  ],
)

/** First and last name as one text; the admin's search compares it by its index. */
export function fullName({ firstName, lastName }: { firstName: AnyPgColumn; lastName: AnyPgColumn }): SQL {
  return sql`(coalesce(${firstName}, '') || ' ' || coalesce(${lastName}, ''))`
}

/** Invitations to the admin pages for emails without an account. Signing in with the email accepts one. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    /** Lower case. */
    email: text('email').primaryKey(),
    role: text('role', { enum: staffRoles }).notNull(),
    invitedBy: text('invited_by')
      .notNull()
      .references(() => users.id),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    index('staff_invitations_invited_by_idx').on(table.invitedBy),
    ...enumChecks('staff_invitations', table),
  ],
)

/** Browsers that show notifications of sales, as their push service knows them. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: timeOrderedId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The address at the push service. Only the holder of our private key may post there. */
    endpoint: text('endpoint').notNull(),
    /** The browser's public key and secret: what is encrypted with them, only that browser can read. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** Our public key that the browser was given. */
    publicKey: text('public_key').notNull(),
    /** `Firefox on Windows`. */
    name: text('name').notNull(),
    /** The session that turned it on, or that followed in the same browser. No reference: one that expires is not a sign-out. */
    sessionId: text('session_id').notNull(),
    browserHash: text('browser_hash').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    lastSentAt: timestamptz('last_sent_at'),
    /** Since when its push service has taken nothing; null while it works. */
    failingSince: timestamptz('failing_since'),
  },
  (table) => [
    unique('push_devices_endpoint_key').on(table.endpoint),
    index('push_devices_user_id_idx').on(table.userId),
    index('push_devices_browser_hash_idx').on(table.browserHash),
  ],
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
