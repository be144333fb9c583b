import * as z from 'zod/mini'
import { CountryCode } from './countries.ts'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list, Timestamp } from './schemas.ts'
import { toSingleLine } from './text.ts'

export const manualPayoutMethods = ['paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp'] as const
export const PayoutMethod = z.enum(manualPayoutMethods, { error: 'Choose a payout method' })
export type PayoutMethod = z.infer<typeof PayoutMethod>

/** How a payout is made: by the provider's transfer, or manually by the method that the creator chose. */
export const payoutMethods = ['transfer', ...manualPayoutMethods] as const

/** `new` until onboarding is complete; `restricted` when the provider requires more before payouts. */
export const connectedAccountStates = ['new', 'complete', 'restricted'] as const
export type ConnectedAccountState = (typeof connectedAccountStates)[number]

/**
 * Why a connected account cannot be paid although onboarding is complete. `details_missing`: the provider requires
 * more; `in_review`: it checks what it has; `bank_account_missing`: none, or one that returned a payout;
 * `transfers_inactive`: the capability was removed; `rejected` and `disconnected` are final.
 */
export const accountRestrictions = [
  'details_missing',
  'in_review',
  'bank_account_missing',
  'transfers_inactive',
  'rejected',
  'disconnected',
] as const
export type AccountRestriction = (typeof accountRestrictions)[number]

/** Why a transfer waits. None of them is a rejection: it is sent again automatically. */
export const transferWaitReasons = ['balance_insufficient', 'provider_busy', 'provider_unavailable'] as const
export type TransferWaitReason = (typeof transferWaitReasons)[number]

/** `returned` by the bank, `failed` before it was sent; both return the amount to the creator's balance. */
export const payoutStates = ['processing', 'paid', 'returned', 'failed'] as const
export type PayoutState = (typeof payoutStates)[number]

/**
 * Why a run pays a creator nothing. `details_waiting`: the payout method was changed, and there was none before that could
 * be used. `confirmation_needed`: a payout came back, or its owner said that a change wasn’t theirs.
 */
export const skipReasons = [
  'below_minimum',
  'payout_method_missing',
  'payee_details_missing',
  'confirmation_needed',
  'details_waiting',
  'country_blocked',
  'suspended',
] as const
export type SkipReason = (typeof skipReasons)[number]

export const payoutRunItemStatuses = ['pending', 'paid', 'skipped'] as const

export const Payout = z.object({
  id: Id,
  amount: DecimalString,
  currency: Currency,
  state: z.enum(payoutStates),
  payoutMethod: z.enum(payoutMethods),
  /** The destination: the creator's payout details, or the connected account's id for a transfer. */
  payoutEmail: z.string(),
  reference: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  createdAt: Timestamp,
  paidAt: z.nullable(Timestamp),
  returnedAt: z.nullable(Timestamp),
  /** Why a transfer waits; null when it does not. It is sent automatically. */
  waitReason: z.nullable(z.enum(transferWaitReasons)),
})
export type Payout = z.infer<typeof Payout>

export const getPayoutHistory = defineRoute({
  method: 'GET',
  path: '/api/payout/history',
  auth: 'creator',
  scope: 'payouts:read',
  summary: 'Lists the creator’s payouts, newest first, up to 200.',
  response: list(Payout, limits.maxListed.payoutHistory),
})

export const StatementLine = z.object({
  /** The id of the ledger entry. */
  entryId: z.int(),
  date: Timestamp,
  type: z.enum(['sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'payout_return']),
  /** The order number of a sale and its reversals; the payout's number for a returned payout. */
  orderId: z.nullable(Id),
  title: z.string(),
  /** The platform fee at the time of the sale, in basis points. */
  platformFeeBps: z.nullable(z.int()),
  /** What the buyer paid or got back, the tax in it, and the platform fee on the rest. */
  gross: DecimalString,
  tax: DecimalString,
  fee: DecimalString,
  /** The change of the creator's balance: gross less tax and fee. */
  net: DecimalString,
  /** `Dec 4`, of a sale that is on hold until its item’s release; otherwise null. */
  heldUntil: z.nullable(z.string()),
  /** The creator's balance after it. */
  balance: DecimalString,
})
export type StatementLine = z.infer<typeof StatementLine>

/**
 * A payout with every ledger entry since the previous one: `openingBalance` and the lines sum to the amount due; less
 * `retainedAmount`, that is what was paid out.
 */
export const Statement = z.object({
  payout: Payout,
  /** The balance after the previous payout. */
  openingBalance: DecimalString,
  lines: list(StatementLine, limits.maxListed.statementLines),
  /** Lines that are only in the CSV file, because they are too many for a page. */
  omittedLineCount: z.int(),
  closingBalance: DecimalString,
  /** Sales too new to be paid out, and amounts of open refund requests. */
  retainedAmount: DecimalString,
})
export type Statement = z.infer<typeof Statement>

export const getStatement = defineRoute({
  method: 'GET',
  path: '/api/payout/:id/statement',
  auth: 'creator',
  scope: 'payouts:read',
  summary:
    'Returns a payout with the sales behind it, entry by entry. Creators can see their own; the admin can see any.',
  params: IdParams,
  response: Statement,
})

export const getStatementFile = defineRoute({
  method: 'GET',
  path: '/api/payout/:id/statement-file',
  auth: 'creator',
  scope: 'payouts:read',
  transport: 'file',
  summary: 'Returns the same as PDF, or as a CSV that `npm run verify` can check.',
  params: IdParams,
  query: z.object({ as: z.enum(['csv', 'pdf']) }),
})

export const setPayoutMethod = defineRoute({
  method: 'POST',
  path: '/api/payout/setup',
  auth: 'creator',
  summary:
    'Sets how and where the creator is paid. `payoutEmail` is checked by the method: an email, a US phone number, a $cashtag, an @username, for Wise also `NAME, EMAIL`, or an account such as `NAME, IBAN X` and `NAME, routing X, type checking, account X`. Requires a recent sign-in and notifies the old address.',
  body: z.object({
    payoutMethod: PayoutMethod,
    payoutEmail: z
      .string({ error: 'Enter your payout details' })
      .check(
        z.overwrite(toSingleLine),
        z.minLength(1, 'Enter your payout details'),
        z.maxLength(limits.maxEmailLength, `Use ${limits.maxEmailLength} characters or fewer`),
      ),
  }),
  response: z.object({ payoutMethod: PayoutMethod, payoutEmail: z.string() }),
})

const ProviderParams = z.object({ provider: z.enum(['stripe', 'sandbox']) })

const ConnectStatus = z.object({
  details_submitted: z.boolean(),
  /** Whether the account accepts transfers, which are then the payout method. */
  payouts_enabled: z.boolean(),
  /** What the provider still requires, in its own words. */
  requirementsDue: z.nullable(z.string()),
  /** The provider of connected accounts; null when this instance's provider has none. */
  provider: z.nullable(z.enum(['stripe', 'sandbox'])),
  /** Where the creator lives, an ISO 3166 code; null until they have said it. */
  country: z.nullable(z.string()),
  /** Whether the provider can transfer to that country; false without one. */
  hasTransfers: z.boolean(),
  /** Why the account cannot be paid, although its details were submitted. */
  restriction: z.nullable(z.enum(accountRestrictions)),
  /** The currency of payouts, and the one in which the creator's bank is paid, once it is known. */
  currency: Currency,
  payoutCurrency: z.nullable(Currency),
})

export const getConnectStatus = defineRoute({
  method: 'GET',
  path: '/api/connect/account-status',
  auth: 'creator',
  summary: 'Returns the current status of the creator’s bank onboarding with the provider.',
  response: ConnectStatus,
})

export const PayoutCountryInput = z.object({ country: CountryCode })

export const setPayoutCountry = defineRoute({
  method: 'POST',
  path: '/api/connect/country',
  auth: 'creator',
  summary:
    'Sets the country where the creator lives, which decides how they can be paid. 409 once the provider has their details.',
  body: PayoutCountryInput,
  response: ConnectStatus,
})

export const startConnectOnboarding = defineRoute({
  method: 'GET',
  path: '/api/:provider/connect/onboard',
  auth: 'creator',
  transport: 'redirect',
  summary: 'Redirects to the provider’s onboarding.',
  params: ProviderParams,
})

export const createDashboardLink = defineRoute({
  method: 'POST',
  path: '/api/:provider/connect/dashboard-link',
  auth: 'creator',
  summary: 'Returns a link to the provider’s dashboard, to open in a new tab.',
  params: ProviderParams,
  response: z.object({ url: z.string() }),
})
