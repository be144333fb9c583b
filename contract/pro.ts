import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { Currency } from './money.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams } from './schemas.ts'

/** A UTC day, `2026-03-01`. */
const Day = z.iso.date('Enter a day like 2026-03-01')

const StatsTotals = z.object({
  views: z.int(),
  checkouts: z.int(),
  sales: z.int(),
  /** The creator's share after fee and refunds. */
  netEarnings: z.number(),
})

export const AnalyticsReport = z.object({
  currency: Currency,
  total: StatsTotals,
  days: z.array(z.extend(StatsTotals, { day: Day })),
  items: z.array(z.extend(StatsTotals, { id: Id, title: z.string() })),
  /** Sources of visitors; an empty source is unknown. */
  sources: z.array(z.object({ source: z.string(), views: z.int() })),
})
export type AnalyticsReport = z.infer<typeof AnalyticsReport>

export const getAnalyticsReport = defineRoute({
  method: 'GET',
  path: '/api/analytics/detail',
  auth: 'creator',
  summary: 'Pro: views, checkouts, sales and sources for chosen UTC days, both included; at most 366.',
  query: z.object({ from: Day, to: Day }),
  response: AnalyticsReport,
})

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
  summary: 'What buyers see instead of our look, while Pro is on.',
  response: Branding,
})

export const updateBranding = defineRoute({
  method: 'PATCH',
  path: '/api/branding',
  auth: 'creator',
  summary: 'Pro: sets the colour of the pages that buyers see, and hides our name on them.',
  body: z.object({
    accentColor: z
      .string()
      .check(z.trim(), z.toLowerCase(), z.regex(/^(#[0-9a-f]{6})?$/, 'Enter a colour like #0e6b4a')),
    hidesPlatformName: z.boolean(),
  }),
  response: Branding,
})

export const setLogo = defineRoute({
  method: 'POST',
  path: '/api/branding/logo',
  auth: 'creator',
  transport: 'multipart',
  summary: 'Pro: sets the logo; decoded and encoded again, without its metadata.',
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
  summary: "A creator's logo. Each new one has a new address, so it may be cached for good.",
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
  summary: 'What is new and not everybody has yet, with its switches.',
  response: z.array(BetaFeature),
})

export const setBetaFeature = defineRoute({
  method: 'PATCH',
  path: '/api/beta-features',
  auth: 'creator',
  summary: 'Pro: switches something new on or off.',
  body: z.object({ name: BetaFeatureName, isEnabled: z.boolean() }),
  response: z.array(BetaFeature),
})
