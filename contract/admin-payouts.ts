import * as z from 'zod/mini'
import { SearchQuery } from './admin-overview.ts'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { AdminPayout, PayoutPeriod, PayoutRun } from './payout-runs.ts'
import { accountRestrictions, skipReasons } from './payouts.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list, PageNumber, Timestamp } from './schemas.ts'

/** The result that a payout run would have for a creator now: paid, or skipped for a reason. */
export const payoutStatuses = ['ready', ...skipReasons] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

export const payoutStages = ['paid', 'in_transit', 'to_pay_manually', ...payoutStatuses] as const
export type PayoutStage = (typeof payoutStages)[number]

/** A creator's earnings and payout for a UTC month. Amounts may be negative. */
export const CreatorPayoutRow = z.object({
  userId: Id,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  /** The creator's earnings of the month, after fee and refunds. */
  totalEarnings: DecimalString,
  /** What a payout up to the month's end could pay now. */
  availableBalance: DecimalString,
  payoutMethod: z.nullable(z.string()),
  payoutEmail: z.nullable(z.string()),
  contentCount: z.int(),
  /** Whether the amount reaches the minimum payout. */
  isEligibleForPayout: z.boolean(),
  /** The result that a payout run would have for this creator now. */
  status: z.enum(payoutStatuses),
  /** The newest payout of the month that was not returned. */
  payout: z.nullable(z.extend(AdminPayout, { stage: z.enum(['paid', 'in_transit', 'to_pay_manually']) })),
  /** When the creator was last reminded to add a payout method, and whether another reminder may be sent. */
  reminderSentAt: z.nullable(Timestamp),
  canRemind: z.boolean(),
  isSuspended: z.boolean(),
  /** Why the creator's connected account cannot be paid. */
  accountRestriction: z.nullable(z.enum(accountRestrictions)),
})
export type CreatorPayoutRow = z.infer<typeof CreatorPayoutRow>

export const listCreatorPayouts = defineRoute({
  method: 'GET',
  path: '/api/admin/creator-payouts/page',
  auth: 'admin',
  summary:
    'Returns the same rows 50 at a time, sorted by available balance and filtered to names or addresses that contain `q`, and to one stage.',
  query: z.extend(PayoutPeriod, {
    q: SearchQuery,
    page: PageNumber,
    stage: z.optional(z.enum(payoutStages)),
  }),
  response: z.object({
    creators: list(CreatorPayoutRow),
    total: z.int(),
    page: z.int(),
    currency: Currency,
  }),
})

export const getMonthlyReportFile = defineRoute({
  method: 'GET',
  path: '/api/admin/monthly-report-file',
  auth: 'admin',
  transport: 'file',
  summary:
    'Returns a closed month as CSV, byte for byte the same on every request. 404 until the month is closed.',
  query: PayoutPeriod,
})

const Stage = z.object({ amount: z.number(), creators: z.int() })

export const getPayoutBreakdown = defineRoute({
  method: 'GET',
  path: '/api/admin/payout-breakdown',
  auth: 'admin',
  summary:
    'Returns where the payouts of a UTC month are: paid, in transit, to pay manually, ready, or skipped and why. A run would pay what is ready.',
  query: PayoutPeriod,
  response: z.object({
    currency: Currency,
    stages: z.record(z.enum(payoutStages), Stage),
  }),
})

export const remindPayoutMethod = defineRoute({
  method: 'POST',
  path: '/api/admin/creators/:id/payout-reminder',
  auth: 'admin',
  summary: 'Emails a creator to add a payout method, at most once a week. 409 when they have one.',
  params: IdParams,
  response: z.object({ reminderSentAt: Timestamp }),
})

const MonthlyTrend = z.object({
  month: z.int(),
  year: z.int(),
  /** Net of refunds. */
  revenue: z.number(),
  commission: z.number(),
  sales: z.int(),
  /** Purchases refunded and disputed in the month, whenever they were made. */
  refundedPurchases: z.int(),
  disputedPurchases: z.int(),
})
export type MonthlyTrend = z.infer<typeof MonthlyTrend>

export const getMonthlyTrends = defineRoute({
  method: 'GET',
  path: '/api/admin/monthly-trends',
  auth: 'admin',
  summary:
    'Returns revenue, commission, sales, refunds and disputes of the last 12 UTC months, oldest first.',
  response: z.object({ currency: Currency, months: z.array(MonthlyTrend) }),
})

export const getPayoutSummary = defineRoute({
  method: 'GET',
  path: '/api/admin/payout-summary',
  auth: 'admin',
  summary: 'Returns the admin summary cards for a UTC month.',
  query: PayoutPeriod,
  response: z.object({
    totalRevenue: z.number(),
    /** The tax in the revenue. */
    taxes: z.number(),
    platformCommission: z.number(),
    totalPayouts: z.number(),
    creatorCount: z.int(),
    pendingPayouts: z.number(),
    /** What creators paid for Pro, less what was returned, and the tax in it. Apart from the revenue. */
    proRevenue: z.number(),
    proTaxes: z.number(),
  }),
})

export const getCreatorPayouts = defineRoute({
  method: 'GET',
  path: '/api/admin/creator-payouts',
  auth: 'admin',
  summary:
    'Returns a row per creator for a UTC month, the highest balances first: at most 1,000. `X-Total-Count` has the number of all; the pages and the CSV have every one.',
  query: PayoutPeriod,
  response: list(
    z.object({
      userId: Id,
      firstName: z.nullable(z.string()),
      lastName: z.nullable(z.string()),
      email: z.string(),
      totalEarnings: z.number(),
      availableBalance: z.number(),
      payoutMethod: z.nullable(z.string()),
      payoutEmail: z.nullable(z.string()),
      contentCount: z.int(),
    }),
    limits.maxListed.creatorPayouts,
  ),
})

export const getMonthlyReports = defineRoute({
  method: 'GET',
  path: '/api/admin/monthly-reports',
  auth: 'admin',
  summary: 'Lists closed months, newest first.',
  response: z.array(
    z.object({
      month: z.int(),
      year: z.int(),
      totalRevenue: z.number(),
      /** The tax in the revenue. */
      taxes: z.number(),
      platformEarnings: z.number(),
      creatorPayouts: z.number(),
      transactionCount: z.int(),
      /** What creators paid for Pro, and the tax in it; apart from the revenue. */
      proRevenue: z.number(),
      proTaxes: z.number(),
    }),
  ),
})

export const processPayouts = defineRoute({
  method: 'POST',
  path: '/api/admin/process-payouts',
  auth: 'admin',
  summary:
    'Pays every creator due through the end of that month. Runs in the background; check the run for progress. Calling it twice pays no one twice.',
  body: PayoutPeriod,
  response: PayoutRun,
})

export const exportCreatorPayoutsCsv = defineRoute({
  method: 'GET',
  path: '/api/admin/export-payouts',
  auth: 'admin',
  transport: 'file',
  summary: 'Returns the month’s creator payouts as CSV.',
  query: PayoutPeriod,
})
