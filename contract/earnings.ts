import { z } from 'zod'
import { Currency } from './money.ts'
import { route } from './route.ts'

export const getStats = route({
  method: 'GET',
  path: '/api/analytics/stats',
  access: 'creator',
  summary: 'The four cards of the dashboard.',
  reply: z.object({
    availableBalance: z.number(),
    contentCount: z.number().int(),
    totalTips: z.number().int(),
    totalEarnings: z.number(),
    currency: Currency,
  }),
})

export const getEarnings = route({
  method: 'GET',
  path: '/api/earnings/stats',
  access: 'creator',
  summary: 'What a payout could pay now, what was earned in all, and what is reserved or held.',
  reply: z.object({
    availableBalance: z.number(),
    totalEarnings: z.number(),
    pendingPayouts: z.number(),
    currency: Currency,
  }),
})
