import { checkoutBlockedMessages } from './card-testing-messages.ts'
import { limits } from './limits.ts'
import { paymentBeingChecked, providerBusy } from './payment-sentences.ts'
import { buildUrl } from './route.ts'

/** Why a tip page’s form started no payment. The page’s URL carries the code, and the page shows the message. */
export const checkoutErrorMessages = {
  ...checkoutBlockedMessages,
  owned: 'You already own this. Buy again?',
  conflict: 'Your previous payment is still processing',
  rate_limited: 'Too many attempts. Please wait a few minutes and try again.',
  words: `Your name can be up to ${limits.maxSupporterNameLength} characters, without an address and not ours, and your message up to ${limits.maxSupporterMessageLength}.`,
  provider_unavailable: 'You weren’t charged. Try again in a moment.',
  unavailable: 'Something went wrong on our side. You weren’t charged. Please try again.',
  busy: providerBusy,
  checking: paymentBeingChecked,
  failed: 'Failed to start payment process. Please try again.',
} as const

/** For `amount`, the amount field shows its own message. */
export type CheckoutErrorCode = keyof typeof checkoutErrorMessages | 'amount'

/** The message of a code in a URL; undefined for any other text. */
export function checkoutErrorMessage(code: string | null): string | undefined {
  return Object.entries(checkoutErrorMessages).find(([known]) => known === code)?.[1]
}

type CheckoutUrlInput = { clientSecret: string; amount?: string | undefined; email?: string | undefined }

/** The URL of the checkout page for a payment. It carries the amount and the email, so that a reload restores them. */
export function checkoutUrl(contentId: number, { clientSecret, amount, email }: CheckoutUrlInput): string {
  const query = {
    payment_intent_client_secret: clientSecret,
    amount: amount || undefined,
    email: email || undefined,
  }
  return buildUrl({ path: '/checkout/:id' }, { params: { id: contentId }, query })
}
