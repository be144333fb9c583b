import * as z from 'zod/mini'
import { Currency, DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { Timestamp } from './schemas.ts'

export const getPayoutFunds = defineRoute({
  method: 'GET',
  path: '/api/admin/payout-funds',
  auth: 'admin',
  summary:
    'Returns what the balance at the card provider can transfer now, and what transfers that are not made yet need.',
  response: z.object({
    currency: Currency,
    /**
     * `limited`: the amounts say what can be transferred. `unlimited`: the provider has no such balance.
     * `unavailable`: it does not respond.
     */
    state: z.enum(['limited', 'unlimited', 'unavailable']),
    available: z.nullable(DecimalString),
    /** What settles later. */
    pending: z.nullable(DecimalString),
    /** Currencies of balances that transfers cannot use. */
    otherCurrencies: z.array(Currency),
    /** All transfers that are not made yet. */
    unsentCount: z.int(),
    /** Transfers that the balance did not cover; they are sent automatically. */
    waitingCount: z.int(),
    waitingAmount: DecimalString,
    /** What the balance lacks for all transfers that are not made; null when nothing, or unknown. */
    missingAmount: z.nullable(DecimalString),
    /** The last payout to the platform's own bank failed. */
    platformPayoutFailure: z.nullable(z.object({ message: z.string(), since: Timestamp })),
  }),
})
