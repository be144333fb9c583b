import { z } from 'zod'
import { Currency, MoneyText } from './money.ts'
import { route } from './route.ts'
import { Email, Id, IdParams, Timestamp } from './shapes.ts'

export const PayoutMethod = z.enum(['paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp'], {
  error: 'Choose how you want to be paid',
})
export type PayoutMethod = z.infer<typeof PayoutMethod>

/** By the provider's own transfer, or by hand to what the creator chose. */
export const payoutWays = ['transfer', ...PayoutMethod.options] as const

/** `returned` came back, `failed` never left; both put the money back. */
export const payoutStates = ['processing', 'paid', 'returned', 'failed'] as const
export type PayoutState = (typeof payoutStates)[number]

export const skipReasons = ['below_minimum', 'no_method', 'suspended'] as const
export type SkipReason = (typeof skipReasons)[number]

export const runOutcomes = ['waiting', 'paid', 'skipped'] as const

export const Payout = z.object({
  id: Id,
  amount: MoneyText,
  currency: Currency,
  state: z.enum(payoutStates),
  payoutMethod: z.enum(payoutWays),
  /** Where to: an address, or the account at the provider. */
  payoutEmail: z.string(),
  reference: z.string().nullable(),
  notes: z.string().nullable(),
  createdAt: Timestamp,
  paidAt: Timestamp.nullable(),
  returnedAt: Timestamp.nullable(),
})
export type Payout = z.infer<typeof Payout>

export const getPayoutHistory = route({
  method: 'GET',
  path: '/api/payout/history',
  access: 'creator',
  summary: "The creator's payouts, newest first; 200 at the most.",
  reply: z.array(Payout),
})

export const StatementLine = z.object({
  /** The entry's number in the books. */
  entry: z.number().int(),
  date: Timestamp,
  what: z.enum(['sale', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'payout_return']),
  /** The order number of a sale and of what became of it; of a payout that came back, its number. */
  number: Id.nullable(),
  title: z.string(),
  /** Basis points of the platform's share when it was sold. */
  rate: z.number().int().nullable(),
  /** What the buyer paid or got back, and the platform's share of that. */
  gross: MoneyText,
  fee: MoneyText,
  /** What it changed for the creator: gross less fee. */
  net: MoneyText,
  /** The creator's balance after it. */
  balance: MoneyText,
})
export type StatementLine = z.infer<typeof StatementLine>

/** A payout with every entry behind it: `opening` and the lines add up to `due`; less `kept`, that is what was paid out. */
export const Statement = z.object({
  payout: Payout,
  /** The balance that the payout before left. */
  opening: MoneyText,
  lines: z.array(StatementLine),
  /** Lines that only the file has: there are too many for a page. */
  more: z.number().int(),
  due: MoneyText,
  /** Sales too new to be paid out, and what buyers were asking back. */
  kept: MoneyText,
})
export type Statement = z.infer<typeof Statement>

export const getStatement = route({
  method: 'GET',
  path: '/api/payout/:id/statement',
  access: 'creator',
  summary: 'A payout with the sales behind it, entry by entry; its creator’s own, or any for the admin.',
  params: IdParams,
  reply: Statement,
})

export const getStatementFile = route({
  method: 'GET',
  path: '/api/payout/:id/statement-file',
  access: 'creator',
  transport: 'file',
  summary: 'The same as CSV, which npm run verify can check, or as PDF.',
  params: IdParams,
  query: z.object({ as: z.enum(['csv', 'pdf']) }),
})

export const setupPayout = route({
  method: 'POST',
  path: '/api/payout/setup',
  access: 'creator',
  summary: 'Sets how and where the creator is paid. Asks for a fresh sign-in; the old address is told.',
  body: z.object({ payoutMethod: PayoutMethod, payoutEmail: Email }),
  reply: z.object({ payoutMethod: PayoutMethod, payoutEmail: z.string() }),
})

const ProviderParams = z.object({ provider: z.enum(['stripe', 'sandbox']) })

export const getConnectStatus = route({
  method: 'GET',
  path: '/api/connect/account-status',
  access: 'creator',
  summary: "How far the creator's bank onboarding at the provider has come: asked anew.",
  reply: z.object({
    details_submitted: z.boolean(),
    /** It takes transfers: payouts go there. */
    payouts_enabled: z.boolean(),
    /** What the provider still asks for, in its words. */
    missing: z.string().nullable(),
    /** Where onboarding starts; null where this instance's provider has none. */
    provider: z.enum(['stripe', 'sandbox']).nullable(),
  }),
})

export const startConnect = route({
  method: 'GET',
  path: '/api/:provider/connect/onboard',
  access: 'creator',
  transport: 'redirect',
  summary: "Goes to the provider's onboarding.",
  params: ProviderParams,
})

export const createDashboardLink = route({
  method: 'POST',
  path: '/api/:provider/connect/dashboard-link',
  access: 'creator',
  summary: "An address of the provider's own dashboard, for a new tab.",
  params: ProviderParams,
  reply: z.object({ url: z.string() }),
})
