import * as z from 'zod/mini'
import { CountryCode } from './countries.ts'
import { OptionalName } from './names.ts'
import { defineRoute } from './route.ts'
import { SingleLine } from './text.ts'

/** The words that a buyer agrees to where consumers may withdraw. They are stored with the purchase. */
export const withdrawalConsentText =
  'Deliver my purchase right away. I know that I lose my right of withdrawal once it has been delivered.'

/** What a checkout asks besides email and card. */
export const BuyerTerms = z.object({
  /** Whether the buyer’s country is asked for, and what a business wants on its receipt. */
  asksCountry: z.boolean(),
  /** The country that the buyer stated before. */
  country: z.nullable(z.string()),
  /** The countries whose buyers agree to immediate delivery; null when every buyer does. */
  consentCountries: z.nullable(z.array(z.string())),
})
export type BuyerTerms = z.infer<typeof BuyerTerms>

export const setBuyerTerms = defineRoute({
  method: 'POST',
  path: '/api/payments/:paymentIntentId/terms',
  auth: 'buyer',
  summary:
    'Saves the buyer’s country, what a business wants on its receipt, and the consent to immediate delivery, before payment.',
  params: z.object({ paymentIntentId: z.string().check(z.minLength(1), z.maxLength(128)) }),
  body: z.object({
    country: z.optional(CountryCode),
    businessName: z._default(OptionalName(120), ''),
    vatId: z._default(SingleLine(20), ''),
    withdrawalConsent: z._default(z.boolean(), false),
  }),
  response: z.object({ saved: z.literal(true) }),
})
