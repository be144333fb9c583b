import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { Currency } from './money.ts'
import { defineRoute } from './route.ts'
import { Day, Id, list, TimeZone } from './schemas.ts'

const StatsTotals = z.object({
  views: z.int(),
  checkouts: z.int(),
  sales: z.int(),
  /** The creator's share after fee and refunds. */
  netEarnings: z.number(),
})

/** The creator's share of a day's sales, and what refunds and disputes took back on that day. */
const EarningParts = { earned: z.number(), refunded: z.number() }

export const AnalyticsReport = z.object({
  currency: Currency,
  total: z.extend(StatsTotals, {
    ...EarningParts,
    /** Sales that were fully refunded or lost in the range. */
    refundedSales: z.int(),
  }),
  /** The item of the query; null for all items. */
  item: z.nullable(z.object({ id: Id, title: z.string() })),
  /** The totals of the previous range, which has the same number of days; null when there was no activity yet. */
  previous: z.nullable(StatsTotals),
  /** The first day with a view or a sale; null when there is none. */
  countedSince: z.nullable(Day),
  /** Every day of the range. `previous` is the matching day of the previous range; null without a previous range. */
  days: list(
    z.extend(StatsTotals, {
      ...EarningParts,
      day: Day,
      previous: z.nullable(z.object({ views: z.int(), sales: z.int(), earned: z.number() })),
    }),
    limits.maxListed.analyticsDays,
  ),
  /**
   * Items with activity in the range, whatever the item of the query. `salesByStep` has the sales of each day, week or
   * month of the range, as in `stepsInRange`.
   */
  items: list(
    z.extend(StatsTotals, {
      id: Id,
      title: z.string(),
      salesByStep: list(z.int(), limits.maxListed.analyticsDays),
    }),
    limits.maxListed.analyticsItems,
  ),
  /**
   * Where views and sales came from; an empty source is direct or unknown. `netEarnings` is the creator's share of the
   * range's sales, less their refunds so far.
   */
  sources: list(
    z.object({ source: z.string(), views: z.int(), sales: z.int(), netEarnings: z.number() }),
    limits.maxListed.analyticsSources,
  ),
  /** Sales by weekday (0 is Monday) and hour in the time zone of the query; hours without sales are left out. */
  hours: list(z.object({ weekday: z.int(), hour: z.int(), sales: z.int() }), 7 * 24),
})
export type AnalyticsReport = z.infer<typeof AnalyticsReport>

const ReportQuery = z.object({
  from: Day,
  to: Day,
  /** One of the creator's items; all items without it. */
  item: z.optional(Id),
})

export const getAnalyticsReport = defineRoute({
  method: 'GET',
  path: '/api/analytics/detail',
  auth: 'creator',
  summary:
    'Pro only. Returns views, checkouts, sales, sources and hours for a UTC date range, inclusive, up to 366 days, of one item or all.',
  query: z.extend(ReportQuery, {
    /** The time zone of `hours`, such as `Europe/Rome`. */
    timeZone: z._default(TimeZone, 'UTC'),
  }),
  response: AnalyticsReport,
})

export const exportAnalyticsReport = defineRoute({
  method: 'GET',
  path: '/api/analytics/export',
  auth: 'creator',
  transport: 'file',
  summary: 'Pro only. Returns the figures of each day of the range as CSV with a totals row.',
  query: ReportQuery,
})
