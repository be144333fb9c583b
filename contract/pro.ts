import { z } from 'zod'
import { limits } from './limits.ts'
import { Currency } from './money.ts'
import { route } from './route.ts'
import { Id, IdParams } from './shapes.ts'

/** A UTC day, `2026-03-01`. */
const Day = z.iso.date('Enter a day like 2026-03-01')

const Numbers = z.object({
  views: z.number().int(),
  checkouts: z.number().int(),
  sales: z.number().int(),
  /** The creator's share after fee and refunds. */
  earned: z.number(),
})

export const Analysis = z.object({
  currency: Currency,
  total: Numbers,
  days: z.array(Numbers.extend({ day: Day })),
  items: z.array(Numbers.extend({ id: Id, title: z.string() })),
  /** Where visitors came from; an empty source is one that nothing is known of. */
  referrers: z.array(z.object({ source: z.string(), views: z.number().int() })),
})
export type Analysis = z.infer<typeof Analysis>

export const getAnalysis = route({
  method: 'GET',
  path: '/api/analytics/detail',
  access: 'creator',
  summary: 'Pro: views, checkouts, sales and sources for chosen UTC days, both included; at most 366.',
  query: z.object({ from: Day, to: Day }),
  reply: Analysis,
})

export const Branding = z.object({
  /** `#0e6b4a`; null for our own colour. */
  accentColor: z.string().nullable(),
  /** Address of the logo on this site. */
  logo: z.string().nullable(),
  hideBrand: z.boolean(),
})
export type Branding = z.infer<typeof Branding>

export const getBranding = route({
  method: 'GET',
  path: '/api/branding',
  access: 'creator',
  summary: 'What buyers see instead of our look, while Pro is on.',
  reply: Branding,
})

export const updateBranding = route({
  method: 'PATCH',
  path: '/api/branding',
  access: 'creator',
  summary: 'Pro: sets the colour of the pages that buyers see, and hides our name on them.',
  body: z.object({
    accentColor: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^(#[0-9a-f]{6})?$/, 'Enter a colour like #0e6b4a'),
    hideBrand: z.boolean(),
  }),
  reply: Branding,
})

export const setLogo = route({
  method: 'POST',
  path: '/api/branding/logo',
  access: 'creator',
  transport: 'upload',
  summary: 'Pro: sets the logo; decoded and encoded again, without its metadata.',
  files: { logo: { maxBytes: limits.maxPreviewBytes } },
  reply: Branding,
})

export const removeLogo = route({
  method: 'DELETE',
  path: '/api/branding/logo',
  access: 'creator',
  summary: 'Removes the logo.',
  reply: Branding,
})

export const getLogo = route({
  method: 'GET',
  path: '/api/logos/:id',
  access: 'anyone',
  transport: 'file',
  summary: "A creator's logo. Each new one has a new address, so it may be cached for good.",
  params: IdParams,
})

export const BetaName = z.enum(['weekly-mail'])
export type BetaName = z.infer<typeof BetaName>

const Beta = z.object({ name: BetaName, title: z.string(), text: z.string(), isOn: z.boolean() })
export type Beta = z.infer<typeof Beta>

export const listBetas = route({
  method: 'GET',
  path: '/api/early-access',
  access: 'creator',
  summary: 'What is new and not everybody has yet, with its switches.',
  reply: z.array(Beta),
})

export const switchBeta = route({
  method: 'PATCH',
  path: '/api/early-access',
  access: 'creator',
  summary: 'Pro: switches something new on or off.',
  body: z.object({ name: BetaName, isOn: z.boolean() }),
  reply: z.array(Beta),
})
