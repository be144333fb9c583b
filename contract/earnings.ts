import * as z from 'zod/mini'
import { Currency } from './money.ts'
import { defineRoute } from './route.ts'

export const getDashboardStats = defineRoute({
  method: 'GET',
  path: '/api/analytics/stats',
  auth: 'creator',
  summary: 'The four cards of the dashboard.',
  response: z.object({
    availableBalance: z.number(),
    contentCount: z.int(),
    totalTips: z.int(),
    totalEarnings: z.number(),
    currency: Currency,
  }),
})

export const getEarningsStats = defineRoute({
  method: 'GET',
  path: '/api/earnings/stats',
  auth: 'creator',
  summary: 'What a payout could pay now, what was earned in all, and what is reserved or held.',
  response: z.object({
    availableBalance: z.number(),
    totalEarnings: z.number(),
    pendingPayouts: z.number(),
    currency: Currency,
  }),
})
