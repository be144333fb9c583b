import { z } from 'zod'
import { limits } from './limits.ts'
import { Currency } from './money.ts'
import { route } from './route.ts'
import { Id, IdParams } from './shapes.ts'

/** A UTC day. */
const Day = z.iso.date()

/** What one item brought from its first visitor to its last sale. `earned` is the creator's share after fee and refunds. */
export const Funnel = z.object({
  views: z.number().int(),
  checkouts: z.number().int(),
  sales: z.number().int(),
  earned: z.number(),
})
export type Funnel = z.infer<typeof Funnel>

export const countView = route({
  method: 'POST',
  path: '/api/content/:id/view',
  access: 'anyone',
  summary:
    'Somebody has a tip page before their eyes. Counted once a day and browser; no cookie, no address is kept.',
  params: IdParams,
  body: z.object({
    /** The `utm_*` of the link, as a query. */
    marks: z.string().max(limits.source).default(''),
    /** The host of the page the link stood on. */
    referrer: z.string().max(253).default(''),
  }),
  reply: z.object({ seen: z.literal(true) }),
})

export const getItemNumbers = route({
  method: 'GET',
  path: '/api/content/:id/numbers',
  access: 'creator',
  summary: 'Views, checkouts and sales of one item in all, and its last 30 days.',
  params: IdParams,
  reply: Funnel.extend({
    id: Id,
    currency: Currency,
    days: z.array(z.object({ day: Day, views: z.number().int(), sales: z.number().int() })),
  }),
})

export const Period = z.enum(['week', 'month', 'all'])
export type Period = z.infer<typeof Period>

export const getEarningsHistory = route({
  method: 'GET',
  path: '/api/earnings/history',
  access: 'creator',
  summary:
    'Earnings over the last 7 days, the last 30, or since the first; by day, or by month where that is long.',
  query: z.object({ period: Period.default('month') }),
  reply: z.object({
    currency: Currency,
    step: z.enum(['day', 'month']),
    /** The first UTC day of each step, in order, none left out. */
    points: z.array(
      z.object({ from: Day, views: z.number().int(), sales: z.number().int(), earned: z.number() }),
    ),
  }),
})
