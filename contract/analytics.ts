import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { Day, Id, IdParams, list, TimeZone } from './schemas.ts'

/** The funnel of an item. `netEarnings` is the creator's share after fee and refunds. */
export const ContentStats = z.object({
  views: z.int(),
  checkouts: z.int(),
  sales: z.int(),
  netEarnings: z.number(),
})
export type ContentStats = z.infer<typeof ContentStats>

export const recordView = defineRoute({
  method: 'POST',
  path: '/api/content/:id/view',
  auth: 'public',
  summary: 'Records a tip page view. Counted once per browser per day; stores no cookie and no IP address.',
  params: IdParams,
  body: z.object({
    /** The link's `utm_*` parameters, as a query. */
    utmParameters: z._default(z.string().check(z.maxLength(limits.maxUtmParametersLength)), ''),
    /** The referrer's host. */
    referrer: z._default(z.string().check(z.maxLength(253)), ''),
  }),
  response: z.object({ recorded: z.literal(true) }),
})

export const getContentStats = defineRoute({
  method: 'GET',
  path: '/api/content/:id/stats',
  auth: 'creator',
  scope: 'stats:read',
  summary:
    'Returns an item’s all-time views, checkouts and sales, its last 30 days, and with pay what you want what buyers paid.',
  params: IdParams,
  response: z.extend(ContentStats, {
    id: Id,
    currency: Currency,
    /** `earned` is the creator's share of the day's sales, less refunds made on it. */
    days: list(
      z.object({ day: Day, views: z.int(), sales: z.int(), earned: z.number() }),
      limits.maxListed.analyticsDays,
    ),
    /**
     * What the item is of the bundles that it was sold in, by the prices of now: the creator's share after fee and refunds. It is in
     * the earnings of these bundles, and not in those of the item.
     */
    bundleShares: list(
      z.object({ bundleId: Id, title: z.string(), sales: z.int(), amount: DecimalString }),
      limits.maxListed.bundleShares,
    ),
    /** The newest 5,000 sales by amount paid; null for a fixed price. `to` is null for no upper end. */
    paidAmounts: z.nullable(
      list(z.object({ from: DecimalString, to: z.nullable(DecimalString), sales: z.int() }), 10),
    ),
  }),
})

export const EarningsRange = z.enum(['week', 'month', 'all'])
export type EarningsRange = z.infer<typeof EarningsRange>

export const EarningsInterval = z.enum(['day', 'week', 'month'])
export type EarningsInterval = z.infer<typeof EarningsInterval>

const Earnings = {
  /** The creator's share of sales, and of refunds and disputes in the same time; both are positive. */
  earned: z.number(),
  refunded: z.number(),
  /** `earned` less `refunded`. */
  netEarnings: z.number(),
  sales: z.int(),
}

/** An event marked on the chart: an item was published, or a payout was made. */
export const EarningsEvent = z.object({
  day: Day,
  kind: z.enum(['published', 'payout']),
  /** The item's title; null for a payout. */
  title: z.nullable(z.string()),
  /** The amount paid out; null for an item. */
  amount: z.nullable(z.number()),
})
export type EarningsEvent = z.infer<typeof EarningsEvent>

export const getEarningsHistory = defineRoute({
  method: 'GET',
  path: '/api/earnings/history',
  auth: 'creator',
  scope: 'stats:read',
  summary:
    'Returns earnings and refunds for the last 7 days, the last 30 days or all time, by day or, for long periods, by week or month, with the period before and with what happened then.',
  query: z.object({ period: z._default(EarningsRange, 'month') }),
  response: z.object({
    currency: Currency,
    interval: EarningsInterval,
    /** The first UTC day of each step, in order, without gaps. A week begins on Monday. */
    points: z.array(
      z.object({
        ...Earnings,
        from: Day,
        views: z.int(),
        /** `earned` of the same step in the period before; null where that is not compared. */
        previousEarned: z.nullable(z.number()),
      }),
    ),
    /** The newest 50 events of the period, oldest first. */
    events: list(EarningsEvent, limits.maxListed.earningsEvents),
    /** `refundedSales` are sales that were fully refunded or lost in the period. */
    total: z.object({ ...Earnings, refundedSales: z.int() }),
    /** The same number of days before; null for all time, and when the creator began later. */
    previous: z.nullable(z.object(Earnings)),
  }),
})

const StatsTotals = z.object({
  views: z.int(),
  checkouts: z.int(),
  sales: z.int(),
  /** The creator's share after fee and refunds. */
  netEarnings: z.number(),
})

/** Views of items that cost something now: a sale can follow no other one, so conversion counts these. */
const PaidViews = { paidViews: z.int() }

/** The creator's share of a day's sales, and what refunds and disputes took back on that day. */
const EarningParts = { earned: z.number(), refunded: z.number() }

export const AnalyticsReport = z.object({
  currency: Currency,
  total: z.extend(StatsTotals, {
    ...PaidViews,
    ...EarningParts,
    /** Sales that were fully refunded or lost in the range. */
    refundedSales: z.int(),
    /** How many people got something free in the range. They are no sales. */
    givenFree: z.int(),
  }),
  /** The item of the query; null for all items. `freeCount` is how many people have it free, of all time. */
  item: z.nullable(z.object({ id: Id, title: z.string(), isFree: z.boolean(), freeCount: z.int() })),
  /** The totals of the previous range, which has the same number of days; null when there was no activity yet. */
  previous: z.nullable(z.extend(StatsTotals, PaidViews)),
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
      isFree: z.boolean(),
      givenFree: z.int(),
      salesByStep: list(z.int(), limits.maxListed.analyticsDays),
    }),
    limits.maxListed.analyticsItems,
  ),
  /**
   * Where views and sales came from; an empty source is direct or unknown. `netEarnings` is the creator's share of the
   * range's sales, less their refunds so far.
   */
  sources: list(
    z.object({
      source: z.string(),
      views: z.int(),
      ...PaidViews,
      sales: z.int(),
      netEarnings: z.number(),
    }),
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
  scope: 'stats:read',
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
  scope: 'stats:read',
  transport: 'file',
  summary: 'Pro only. Returns the figures of each day of the range as CSV with a totals row.',
  query: ReportQuery,
})
