import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { IdParams } from './schemas.ts'

/** The branding of a Pro creator's pages. */
export const Branding = z.object({
  /** As chosen, `#0e6b4a`; domain/brand-palette.ts makes it readable. Null for our default color. */
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
  summary: 'Returns a creator’s logo. Each new logo gets a new URL.',
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

const SummaryTokenParams = z.object({ token: z.string().check(z.maxLength(200)) })

export const openSummarySetting = defineRoute({
  method: 'GET',
  path: '/weekly-summary/:token',
  auth: 'public',
  transport: 'redirect',
  summary: 'Leads from the address of `List-Unsubscribe` to the setting of the weekly summary.',
  params: SummaryTokenParams,
})

export const unsubscribeFromSummary = defineRoute({
  method: 'POST',
  path: '/weekly-summary/:token',
  auth: 'public',
  transport: 'urlencoded',
  summary: 'Turns off the weekly summary, in one click by the mail program (RFC 8058).',
  params: SummaryTokenParams,
  body: z.object({ page: z.optional(z.string()) }),
})
