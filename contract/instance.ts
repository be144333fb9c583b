import * as z from 'zod/mini'
import { CategorySetting, signUpModes } from './instance-settings.ts'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { refundPolicies } from './refunds.ts'
import { defineRoute } from './route.ts'
import { IdParams, list, Timestamp } from './schemas.ts'
import { imprintNames } from './site.ts'

export const Instance = z.object({
  siteName: z.string(),
  /** How numbers, amounts and dates are written, as a BCP 47 tag. */
  locale: z.string(),
  /** `#rrggbb`; null for the design's own color. */
  accentColor: z.nullable(z.string()),
  /** The path of the site's logo. */
  logoUrl: z.nullable(z.string()),
  imprintName: z.enum(imprintNames),
  /** What the tax in all prices is called, such as `VAT`; null while prices include none. */
  taxName: z.nullable(z.string()),
  signUp: z.enum(signUpModes),
  /** The owner is the only creator: no fee, no payouts, no Pro. */
  isSolo: z.boolean(),
  /** The handle of that creator, if they have one. */
  soloHandle: z.nullable(z.string()),
  /** In the order of the select field. */
  categories: list(CategorySetting, limits.maxCategories),
  /** Test payments move no money; every page says so. */
  mode: z.enum(['test', 'live']),
  /** The card provider. */
  provider: z.enum(['sandbox', 'stripe']),
  /** Emails are readable at /dev/mail (only on a local instance). */
  hasDevMailbox: z.boolean(),
  currency: Currency,
  /** The platform's fee in basis points. */
  feeBasisPoints: z.int(),
  /** What a month of Pro costs; null while Pro isn’t sold. */
  proPrice: z.nullable(DecimalString),
  /** The refund policy of the 30-day guarantee. */
  refundPolicy: z.enum(refundPolicies),
  minPriceAmount: DecimalString,
  /** The least that is paid out to a creator. */
  minPayoutAmount: DecimalString,
  /** The day of the month on which payouts start automatically; 0 when an admin starts them. */
  payoutDay: z.int(),
  /** In bytes. */
  maxUploadBytes: z.int(),
  publicUrl: z.string(),
  /** Whether this server can render PDF pages as samples. */
  canPreviewPdf: z.boolean(),
})
export type Instance = z.infer<typeof Instance>

export const getInstance = defineRoute({
  method: 'GET',
  path: '/api/instance',
  auth: 'public',
  summary: 'Returns the instance settings that every page needs.',
  response: Instance,
})

export const getSiteLogo = defineRoute({
  method: 'GET',
  path: '/api/site-logo/:id',
  auth: 'public',
  transport: 'file',
  summary: 'Returns the site’s logo. Each new logo gets a new URL, so it can be cached indefinitely.',
  params: IdParams,
})

export const getHealth = defineRoute({
  method: 'GET',
  path: '/health',
  auth: 'public',
  summary: 'Returns 200 while the database responds.',
  response: z.object({ status: z.literal('ok') }),
})

const healthy = z.object({ status: z.literal('ok') })

export const getLiveness = defineRoute({
  method: 'GET',
  path: '/health/live',
  auth: 'public',
  summary:
    'Returns 200 while the process responds, also when the database is unavailable. Restart it otherwise.',
  response: healthy,
})

export const getReadiness = defineRoute({
  method: 'GET',
  path: '/health/ready',
  auth: 'public',
  summary:
    'Returns 200 while the process can take requests; 503 while it stops or the database is unavailable.',
  response: healthy,
})

export const UnavailableService = z.enum(['mail', 'provider', 'store'])
export type UnavailableService = z.infer<typeof UnavailableService>

export const getDeliveryHealth = defineRoute({
  method: 'GET',
  path: '/health/delivery',
  auth: 'public',
  summary:
    'Shows whether purchases are being delivered: `degraded` if anything has waited more than two minutes, or if a service does not answer.',
  response: z.object({
    status: z.enum(['ok', 'degraded']),
    /** How long the oldest payment, email or webhook has been waiting; null when none waits. */
    oldestUndeliveredSeconds: z.nullable(z.int()),
    lastSweepAt: z.nullable(Timestamp),
    /** External services that did not answer their last call, in alphabetical order. */
    unavailable: z.array(UnavailableService),
  }),
})

export const receiveWebhook = defineRoute({
  method: 'POST',
  path: '/api/webhooks/:provider',
  auth: 'provider',
  transport: 'webhook',
  summary: 'Receives the card provider’s signed events.',
  params: z.object({ provider: z.enum(['stripe', 'sandbox']) }),
  response: z.object({ received: z.literal(true) }),
})

/** What a process does: `web` serves requests, `worker` runs the queue and the periodic tasks, `all` does both. */
export const processRoles = ['all', 'web', 'worker'] as const
