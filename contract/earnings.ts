import * as z from 'zod/mini'
import { Currency, DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { Id, Timestamp } from './schemas.ts'

const nextPayout = {
  /** The least that is paid out. */
  minPayoutAmount: DecimalString,
  /** When the payout calendar starts the next run; null when an admin starts it. */
  nextPayoutAt: z.nullable(Timestamp),
}

export const getDashboardStats = defineRoute({
  method: 'GET',
  path: '/api/analytics/stats',
  auth: 'creator',
  scope: 'stats:read',
  summary: 'Returns the four dashboard cards.',
  response: z.object({
    availableBalance: z.number(),
    contentCount: z.int(),
    totalTips: z.int(),
    totalEarnings: z.number(),
    currency: Currency,
    ...nextPayout,
    /** The creator's first payout, for a week after it was paid; null before and after, and from the second one on. */
    firstPayout: z.nullable(
      z.object({ id: Id, amount: DecimalString, currency: Currency, paidAt: Timestamp }),
    ),
  }),
})

export const getEarningsStats = defineRoute({
  method: 'GET',
  path: '/api/earnings/stats',
  auth: 'creator',
  scope: 'stats:read',
  summary: 'Returns the available balance, total earnings, and pending or held amounts.',
  response: z.object({
    availableBalance: z.number(),
    totalEarnings: z.number(),
    pendingPayouts: z.number(),
    currency: Currency,
    ...nextPayout,
  }),
})

export const getBalanceBreakdown = defineRoute({
  method: 'GET',
  path: '/api/earnings/balance',
  auth: 'creator',
  scope: 'stats:read',
  summary: 'Returns how all sales, fees, refunds and payouts sum to the available balance.',
  response: z.object({
    currency: Currency,
    /** What buyers paid for all sales, before refunds. */
    gross: DecimalString,
    /** The tax that these sales include. */
    taxes: DecimalString,
    /** The platform fee on these sales. */
    fees: DecimalString,
    /** The creator's share of refunds and disputes; the fee and the tax on them are returned. */
    reversed: DecimalString,
    /** Payouts, also those in transit, less returned ones. */
    paidOut: DecimalString,
    /** `gross` less `taxes`, `fees`, `reversed` and `paidOut`. */
    balance: DecimalString,
    /** New sales, sales before a release day, and what open refund requests reserve. */
    onHold: DecimalString,
    /** `balance` less `onHold`. */
    available: DecimalString,
    /** What the next release ends the hold of, and its day in words: `Dec 4`. Null when none comes. */
    nextRelease: z.nullable(z.object({ amount: DecimalString, day: z.string() })),
  }),
})
