import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { Currency } from './money.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams } from './schemas.ts'

/** A UTC day, `2026-03-01`. */
const Day = z.iso.date('Enter a date like 2026-03-01')

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
  /** The totals of the same number of days before; null when the creator began later. */
  previous: z.nullable(StatsTotals),
  /** The creator's first day with a view or a sale; null before it. */
  countedSince: z.nullable(Day),
  days: z.array(z.extend(StatsTotals, { ...EarningParts, day: Day })),
  /** `salesByStep`: sales by day, week or month of the range, as in `stepsInRange`. */
  items: z.array(z.extend(StatsTotals, { id: Id, title: z.string(), salesByStep: z.array(z.int()) })),
  /**
   * Where views and sales came from; an empty source is direct or unknown. `netEarnings` is of the sales of the range,
   * less their refunds so far.
   */
  sources: z.array(z.object({ source: z.string(), views: z.int(), sales: z.int(), netEarnings: z.number() })),
  /** Sales by weekday (0 is Monday) and hour in the time zone of the query; hours without sales are left out. */
  hours: z.array(z.object({ weekday: z.int(), hour: z.int(), sales: z.int() })),
})
export type AnalyticsReport = z.infer<typeof AnalyticsReport>

export const getAnalyticsReport = defineRoute({
  method: 'GET',
  path: '/api/analytics/detail',
  auth: 'creator',
  summary:
    'Pro only. Returns views, checkouts, sales, sources and hours for a UTC date range, inclusive, up to 366 days.',
  query: z.object({
    from: Day,
    to: Day,
    /** Of `hours`, such as `Europe/Rome`. */
    timeZone: z._default(z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Not a time zone')), 'UTC'),
  }),
  response: AnalyticsReport,
})

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

export const Branding = z.object({
  /** `#0e6b4a`; null for our default color. */
  accentColor: z.nullable(z.string()),
  /** The logo's URL on this site. */
  logoUrl: z.nullable(z.string()),
  hidesPlatformName: z.boolean(),
})
export type Branding = z.infer<typeof Branding>

export const getBranding = defineRoute({
  method: 'GET',
  path: '/api/branding',
  auth: 'creator',
  summary: 'Returns the creator’s branding, shown to buyers while Pro is active.',
  response: Branding,
})

export const updateBranding = defineRoute({
  method: 'PATCH',
  path: '/api/branding',
  auth: 'creator',
  summary: 'Pro only. Sets the color of the pages buyers see, and hides our name on them.',
  body: z.object({
    accentColor: z
      .string()
      .check(z.trim(), z.toLowerCase(), z.regex(/^(#[0-9a-f]{6})?$/, 'Enter a color like #0e6b4a')),
    hidesPlatformName: z.boolean(),
  }),
  response: Branding,
})

export const setLogo = defineRoute({
  method: 'POST',
  path: '/api/branding/logo',
  auth: 'creator',
  transport: 'multipart',
  summary: 'Pro only. Sets the logo. The image is re-encoded and its metadata removed.',
  files: { logo: { maxBytes: limits.maxPreviewBytes } },
  response: Branding,
})

export const removeLogo = defineRoute({
  method: 'DELETE',
  path: '/api/branding/logo',
  auth: 'creator',
  summary: 'Removes the logo.',
  response: Branding,
})

export const getLogo = defineRoute({
  method: 'GET',
  path: '/api/logos/:id',
  auth: 'public',
  transport: 'file',
  summary: 'Returns a creator’s logo. Each new logo gets a new URL, so it can be cached indefinitely.',
  params: IdParams,
})

export const BetaFeatureName = z.enum(['weekly-mail'])
export type BetaFeatureName = z.infer<typeof BetaFeatureName>

const BetaFeature = z.object({
  name: BetaFeatureName,
  title: z.string(),
  text: z.string(),
  isEnabled: z.boolean(),
})
export type BetaFeature = z.infer<typeof BetaFeature>

export const listBetaFeatures = defineRoute({
  method: 'GET',
  path: '/api/beta-features',
  auth: 'creator',
  summary: 'Lists early-access features and whether each is on.',
  response: z.array(BetaFeature),
})

export const setBetaFeature = defineRoute({
  method: 'PATCH',
  path: '/api/beta-features',
  auth: 'creator',
  summary: 'Pro only. Turns an early-access feature on or off.',
  body: z.object({ name: BetaFeatureName, isEnabled: z.boolean() }),
  response: z.array(BetaFeature),
})
