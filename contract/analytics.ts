import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { Currency } from './money.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams } from './schemas.ts'

/** A UTC day. */
const Day = z.iso.date()

/** The funnel of an item. `earned` is the creator's share after fee and refunds. */
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
  summary: 'Returns an item’s all-time views, checkouts and sales, and its last 30 days.',
  params: IdParams,
  response: z.extend(ContentStats, {
    id: Id,
    currency: Currency,
    days: z.array(z.object({ day: Day, views: z.int(), sales: z.int() })),
  }),
})

export const EarningsRange = z.enum(['week', 'month', 'all'])
export type EarningsRange = z.infer<typeof EarningsRange>

export const getEarningsHistory = defineRoute({
  method: 'GET',
  path: '/api/earnings/history',
  auth: 'creator',
  summary:
    'Returns earnings for the last 7 days, the last 30 days or all time, by day or, for long periods, by month.',
  query: z.object({ period: z._default(EarningsRange, 'month') }),
  response: z.object({
    currency: Currency,
    interval: z.enum(['day', 'month']),
    /** The first UTC day of each step, in order, without gaps. */
    points: z.array(
      z.object({
        from: Day,
        views: z.int(),
        sales: z.int(),
        netEarnings: z.number(),
      }),
    ),
  }),
})
