import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { PayoutPeriod, PayoutRun } from './payout-runs.ts'
import { defineRoute } from './route.ts'
import { Id, list } from './schemas.ts'

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
