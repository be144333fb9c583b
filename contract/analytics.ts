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
  summary:
    'Somebody has a tip page before their eyes. Counted once a day and browser; no cookie, no address is kept.',
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
  summary: 'Views, checkouts and sales of one item in all, and its last 30 days.',
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
    'Earnings over the last 7 days, the last 30, or since the first; by day, or by month where that is long.',
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
