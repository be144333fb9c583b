import { z } from 'zod'
import { Search } from './admin-desk.ts'
import { Currency, MoneyText } from './money.ts'
import { Period } from './payout-runs.ts'
import { route } from './route.ts'
import { Id, Page } from './shapes.ts'

/** A creator in a UTC month. Amounts may be negative. */
export const CreatorMonth = z.object({
  userId: Id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  /** What the month brought them, after fee and refunds. */
  totalEarnings: MoneyText,
  /** What a payout up to the month's end could pay now. */
  availableBalance: MoneyText,
  payoutMethod: z.string().nullable(),
  payoutEmail: z.string().nullable(),
  contentCount: z.number().int(),
  /** At least the smallest payout. */
  isReady: z.boolean(),
  isSuspended: z.boolean(),
})
export type CreatorMonth = z.infer<typeof CreatorMonth>

export const getCreatorMonth = route({
  method: 'GET',
  path: '/api/admin/creator-payouts/page',
  access: 'admin',
  summary:
    'The same rows 50 at a time, by what is available, and only those whose name or address holds `q`.',
  query: Period.extend({ q: Search, page: Page }),
  reply: z.object({
    creators: z.array(CreatorMonth),
    total: z.number().int(),
    page: z.number().int(),
    currency: Currency,
  }),
})

export const getMonthlyReportFile = route({
  method: 'GET',
  path: '/api/admin/monthly-report-file',
  access: 'admin',
  transport: 'file',
  summary:
    'A closed month as CSV: the same bytes whenever it is asked for. 404 while the month is not closed.',
  query: Period,
})
