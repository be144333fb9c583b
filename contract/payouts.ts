import * as z from 'zod/mini'
import { Currency, DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { Email, Id, IdParams, Timestamp } from './schemas.ts'

export const PayoutMethod = z.enum(['paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp'], {
  error: 'Choose how you want to be paid',
})
export type PayoutMethod = z.infer<typeof PayoutMethod>

/** By the provider's own transfer, or by hand to what the creator chose. */
export const payoutMethods = ['transfer', ...PayoutMethod.options] as const

/** `returned` came back, `failed` never left; both put the money back. */
export const payoutStates = ['processing', 'paid', 'returned', 'failed'] as const
export type PayoutState = (typeof payoutStates)[number]

export const skipReasons = ['below_minimum', 'no_method', 'suspended'] as const
export type SkipReason = (typeof skipReasons)[number]

export const payoutRunItemStatuses = ['waiting', 'paid', 'skipped'] as const

export const Payout = z.object({
  id: Id,
  amount: DecimalString,
  currency: Currency,
  state: z.enum(payoutStates),
  payoutMethod: z.enum(payoutMethods),
  /** Where to: an address, or the account at the provider. */
  payoutEmail: z.string(),
  reference: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  createdAt: Timestamp,
  paidAt: z.nullable(Timestamp),
  returnedAt: z.nullable(Timestamp),
})
export type Payout = z.infer<typeof Payout>

export const getPayoutHistory = defineRoute({
  method: 'GET',
  path: '/api/payout/history',
  auth: 'creator',
  summary: "The creator's payouts, newest first; 200 at the most.",
  response: z.array(Payout),
})

export const StatementLine = z.object({
  /** The entry's number in the books. */
  entryId: z.int(),
  date: Timestamp,
  type: z.enum(['sale', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'payout_return']),
  /** The order number of a sale and of what became of it; of a payout that came back, its number. */
  orderId: z.nullable(Id),
  title: z.string(),
  /** Basis points of the platform's share when it was sold. */
  platformFeeBps: z.nullable(z.int()),
  /** What the buyer paid or got back, and the platform's share of that. */
  gross: DecimalString,
  fee: DecimalString,
  /** What it changed for the creator: gross less fee. */
  net: DecimalString,
  /** The creator's balance after it. */
  balance: DecimalString,
})
export type StatementLine = z.infer<typeof StatementLine>

/** A payout with every entry behind it: `opening` and the lines add up to `due`; less `kept`, that is what was paid out. */
export const Statement = z.object({
  payout: Payout,
  /** The balance that the payout before left. */
  openingBalance: DecimalString,
  lines: z.array(StatementLine),
  /** Lines that only the file has: there are too many for a page. */
  omittedLineCount: z.int(),
  closingBalance: DecimalString,
  /** Sales too new to be paid out, and what buyers were asking back. */
  retainedAmount: DecimalString,
})
export type Statement = z.infer<typeof Statement>

export const getStatement = defineRoute({
  method: 'GET',
  path: '/api/payout/:id/statement',
  auth: 'creator',
  summary: 'A payout with the sales behind it, entry by entry; its creator’s own, or any for the admin.',
  params: IdParams,
  response: Statement,
})

export const getStatementFile = defineRoute({
  method: 'GET',
  path: '/api/payout/:id/statement-file',
  auth: 'creator',
  transport: 'file',
  summary: 'The same as CSV, which npm run verify can check, or as PDF.',
  params: IdParams,
  query: z.object({ as: z.enum(['csv', 'pdf']) }),
})

export const setPayoutMethod = defineRoute({
  method: 'POST',
  path: '/api/payout/setup',
  auth: 'creator',
  summary: 'Sets how and where the creator is paid. Asks for a fresh sign-in; the old address is told.',
  body: z.object({ payoutMethod: PayoutMethod, payoutEmail: Email }),
  response: z.object({ payoutMethod: PayoutMethod, payoutEmail: z.string() }),
})

const ProviderParams = z.object({ provider: z.enum(['stripe', 'sandbox']) })

export const getConnectStatus = defineRoute({
  method: 'GET',
  path: '/api/connect/account-status',
  auth: 'creator',
  summary: "How far the creator's bank onboarding at the provider has come: asked anew.",
  response: z.object({
    details_submitted: z.boolean(),
    /** It takes transfers: payouts go there. */
    payouts_enabled: z.boolean(),
    /** What the provider still asks for, in its words. */
    requirementsDue: z.nullable(z.string()),
    /** Where onboarding starts; null where this instance's provider has none. */
    provider: z.nullable(z.enum(['stripe', 'sandbox'])),
  }),
})

export const startConnectOnboarding = defineRoute({
  method: 'GET',
  path: '/api/:provider/connect/onboard',
  auth: 'creator',
  transport: 'redirect',
  summary: "Goes to the provider's onboarding.",
  params: ProviderParams,
})

export const createDashboardLink = defineRoute({
  method: 'POST',
  path: '/api/:provider/connect/dashboard-link',
  auth: 'creator',
  summary: "An address of the provider's own dashboard, for a new tab.",
  params: ProviderParams,
  response: z.object({ url: z.string() }),
})
