import * as z from 'zod/mini'
import { CountryCode } from './countries.ts'
import { OptionalName } from './names.ts'
import { buildUrl, defineRoute } from './route.ts'
import { Email } from './schemas.ts'
import { screenLimits } from './screen-limits.ts'
import { TaxRegion } from './tax.ts'
import { MultiLine, SingleLine } from './text.ts'

/** Messages to buyers while a checkout is closed after declined cards, with or without scripts. */
export const checkoutBlockedMessages = {
  paused:
    'Several cards in a row were declined, so payments for this item are paused for 15 minutes. You weren’t charged. Please try again later.',
  declined:
    'Too many cards were declined. You weren’t charged. Please contact your bank, or try again in an hour.',
} as const

/** The message while more calls wait for the card provider than it accepts. */
export const providerBusy = 'Many people are buying right now. Try again in a moment.'

/** To buyers, while a free item is paused or more than its limit want it. */
export const freeDoorMessage = 'Very many people want this right now. Try again in a few minutes.'

/** The message to buyers while it is unknown whether they were charged. */
export const paymentBeingChecked =
  'We’re still checking your payment because the card provider isn’t responding right now. Please don’t pay again. Try again in a moment.'

/** Why a tip page’s form started no payment. The page’s URL carries the code, and the page shows the message. */
export const checkoutErrorMessages = {
  ...checkoutBlockedMessages,
  owned: 'You already own this. Buy again?',
  conflict: 'Your previous payment is still processing',
  rate_limited: 'Too many attempts. Please wait a few minutes and try again.',
  copies: 'The last copy is sold or being paid for. You weren’t charged.',
  words: `Your name can be up to ${screenLimits.maxSupporterNameLength} characters, without an address and not ours, and your message up to ${screenLimits.maxSupporterMessageLength}.`,
  provider_unavailable: 'You weren’t charged. Try again in a moment.',
  unavailable: 'Something went wrong on our side. You weren’t charged. Please try again.',
  busy: providerBusy,
  checking: paymentBeingChecked,
  free_paused: freeDoorMessage,
  free_email: 'Enter your email address, and we’ll send you the link.',
  owner: 'You don’t own the same items as before, so the price has changed. Reload the page.',
  failed: 'Failed to start payment process. Please try again.',
} as const

/** For `amount` and `code`, the page shows what is wrong with them itself. */
export type CheckoutErrorCode = keyof typeof checkoutErrorMessages | 'amount' | 'code'

/** The message of a code in a URL; undefined for any other text. */
export function checkoutErrorMessage(code: string | null): string | undefined {
  return Object.entries(checkoutErrorMessages).find(([known]) => known === code)?.[1]
}

type CheckoutUrlInput = {
  clientSecret: string
  amount?: string | undefined
  email?: string | undefined
  code?: string | undefined
  /** The proof of an owner's price, or `yes` by the browser's cookie, so that a payment that starts again has it too. */
  owner?: string | undefined
  /** The buyer has said that they buy it again, so the checkout doesn't ask. */
  isAgain?: boolean
}

/** The URL of the checkout page for a payment. It carries the amount, the code and the email, so that a reload restores them. */
export function checkoutUrl(
  contentId: number,
  { clientSecret, amount, email, code, owner, isAgain }: CheckoutUrlInput,
): string {
  const query = {
    payment_intent_client_secret: clientSecret,
    amount: amount || undefined,
    email: email || undefined,
    code: code || undefined,
    owner: owner || undefined,
    again: isAgain ? 'yes' : undefined,
  }
  return buildUrl({ path: '/checkout/:id' }, { params: { id: contentId }, query })
}

export const BuyerTerms = z.object({
  /** Whether the buyer’s country is asked for, and what a business wants on its receipt. */
  asksCountry: z.boolean(),
  /** The country that the buyer stated before. */
  country: z.nullable(z.string()),
  /** The regions with tax rates of their own, as `US-CA`: who states such a country also states a region. */
  regions: z.array(z.string()),
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
    region: z._default(TaxRegion, ''),
    businessName: z._default(OptionalName(120), ''),
    /** Of a business: its address, and its VAT ID or what its country has instead. */
    businessAddress: z._default(MultiLine(400), ''),
    vatId: z._default(SingleLine(24), ''),
    withdrawalConsent: z._default(z.boolean(), false),
  }),
  response: z.object({ saved: z.literal(true) }),
})

export const setBuyerEmail = defineRoute({
  method: 'POST',
  path: '/api/payments/:paymentIntentId/email',
  auth: 'buyer',
  summary:
    'Saves the email address for the access link before payment. Warns this browser (by its buyer cookie) about paying twice: `owned`, or `processing` in another tab. The response is the same for every address, except where a code has a limit per buyer that the address has reached: then it is 400 with the field `code`.',
  params: z.object({ paymentIntentId: z.string().check(z.minLength(1), z.maxLength(128)) }),
  body: z.object({ email: Email }),
  response: z.object({
    ownership: z.enum(['new', 'already_owned', 'processing']),
    /** The page with this browser's earlier purchase. */
    existingAccessUrl: z.nullable(z.string()),
  }),
})

/** Data stored with a payment: a message to the creator, the link's `utm_*` parameters, and the `referrer`'s host. */
export const SupporterNote = z.object({
  supporterName: z._default(OptionalName(screenLimits.maxSupporterNameLength), ''),
  supporterMessage: z._default(SingleLine(screenLimits.maxSupporterMessageLength), ''),
  /** Visible only to the creator. */
  isSupporterPrivate: z._default(z.boolean(), false),
  source: z._default(
    z.pipe(
      z.string(),
      z.transform((text) =>
        text
          .split('&')
          .filter((part) => /^(?:utm_[a-z]+|referrer)=./.test(part))
          .join('&')
          .slice(0, screenLimits.maxUtmParametersLength),
      ),
    ),
    '',
  ),
})
export type SupporterNote = z.infer<typeof SupporterNote>
