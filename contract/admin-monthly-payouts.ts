import * as z from 'zod/mini'
import { SearchQuery } from './admin-overview.ts'
import { Currency, DecimalString } from './money.ts'
import { PayoutPeriod } from './payout-runs.ts'
import { defineRoute } from './route.ts'
import { Id, PageNumber } from './schemas.ts'

/** A creator's figures of a UTC month. Amounts may be negative. */
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
  isSuspended: z.boolean(),
})
export type CreatorPayoutRow = z.infer<typeof CreatorPayoutRow>

export const listCreatorPayouts = defineRoute({
  method: 'GET',
  path: '/api/admin/creator-payouts/page',
  auth: 'admin',
  summary:
    'Returns the same rows 50 at a time, sorted by available balance and filtered to names or addresses that contain `q`.',
  query: z.extend(PayoutPeriod, { q: SearchQuery, page: PageNumber }),
  response: z.object({
    creators: z.array(CreatorPayoutRow),
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
