import { z } from 'zod'
import { PayoutRun, Period } from './payout-runs.ts'
import { route } from './route.ts'
import { Id } from './shapes.ts'

export const getPayoutSummary = route({
  method: 'GET',
  path: '/api/admin/payout-summary',
  access: 'admin',
  summary: 'The cards of the admin page for a UTC month.',
  query: Period,
  reply: z.object({
    totalRevenue: z.number(),
    platformCommission: z.number(),
    totalPayouts: z.number(),
    creatorCount: z.number().int(),
    pendingPayouts: z.number(),
  }),
})

export const getCreatorPayouts = route({
  method: 'GET',
  path: '/api/admin/creator-payouts',
  access: 'admin',
  summary: 'A row for each creator for a UTC month.',
  query: Period,
  reply: z.array(
    z.object({
      userId: Id,
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      email: z.string(),
      totalEarnings: z.number(),
      availableBalance: z.number(),
      payoutMethod: z.string().nullable(),
      payoutEmail: z.string().nullable(),
      contentCount: z.number().int(),
    }),
  ),
})

export const getMonthlyReports = route({
  method: 'GET',
  path: '/api/admin/monthly-reports',
  access: 'admin',
  summary: 'The closed months, newest first.',
  reply: z.array(
    z.object({
      month: z.number().int(),
      year: z.number().int(),
      totalRevenue: z.number(),
      platformEarnings: z.number(),
      creatorPayouts: z.number(),
      transactionCount: z.number().int(),
    }),
  ),
})

export const processPayouts = route({
  method: 'POST',
  path: '/api/admin/process-payouts',
  access: 'admin',
  summary:
    'Pays every creator who is due up to the end of that month; goes on by itself, see its run. Twice pays nobody twice.',
  body: Period,
  reply: PayoutRun,
})

export const exportPayouts = route({
  method: 'GET',
  path: '/api/admin/export-payouts',
  access: 'admin',
  transport: 'file',
  summary: "The month's creator payouts as CSV.",
  query: Period,
})
