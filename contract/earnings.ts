import * as z from 'zod/mini'
import { Currency } from './money.ts'
import { defineRoute } from './route.ts'

export const getDashboardStats = defineRoute({
  method: 'GET',
  path: '/api/analytics/stats',
  auth: 'creator',
  summary: 'Returns the four dashboard cards.',
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
  summary: 'Returns the available balance, total earnings, and pending or held amounts.',
  response: z.object({
    availableBalance: z.number(),
    totalEarnings: z.number(),
    pendingPayouts: z.number(),
    currency: Currency,
  }),
})
