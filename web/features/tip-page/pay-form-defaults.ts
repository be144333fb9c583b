import { checkoutBlockedMessages } from '../../../contract/card-testing-messages.ts'
import type { PublicContent } from '../../../contract/content.ts'
import { limits } from '../../../contract/limits.ts'
import { paymentBeingChecked } from '../../../contract/payment-sentences.ts'
import { normalizeEmail } from '../../payments/receipt-email.ts'
import { parseTipAmount, type TipAmount, tipAmountMessage } from './amount.ts'

/** The input of a tip link, and the server's errors about it. */
export type PayFormDefaults = {
  /** The value of the amount field. */
  amount: string
  email: string
  /** The amount's error, for its field. */
  amountError: string | undefined
  /** A message above the button. */
  notice: string | undefined
  /** The buyer was told that they own the item. */
  isAlreadyOwned: boolean
  /** The link's `utm_*` parameters, stored with the sale. */
  source: string
  /** Earlier input, when the page is shown again. */
  supporterName: string
  supporterMessage: string
  isSupporterPrivate: boolean
  /** The button's amount: a decimal string, at least the minimum. Undefined while the field's amount is invalid. */
  amountDue: string | undefined
}

const checkoutErrorMessages: Record<string, string> = {
  ...checkoutBlockedMessages,
  owned: 'You already own this. Buy again?',
  conflict: 'Your previous payment is still processing',
  throttled: 'Too many attempts. Please wait a few minutes and try again.',
  words: `Your name can be up to ${limits.maxSupporterNameLength} characters and your message up to ${limits.maxSupporterMessageLength}.`,
  provider_unavailable: 'You weren’t charged. Try again in a moment.',
  unavailable: 'We couldn’t reach our database. You weren’t charged. Please try again.',
  checking: paymentBeingChecked,
  failed: 'Failed to start payment process. Please try again.',
}

const names = ['amount', 'problem', 'email', 'supporterName', 'supporterMessage', 'isSupporterPrivate']
const sourceName = /^utm_[a-z]+$/

/** Whether `parsePayFormDefaults` reads this query parameter. */
export function isTipQueryName(name: string): boolean {
  return names.includes(name) || sourceName.test(name)
}

/** Parses the query of a tip page. A link can raise the amount but not go below the minimum; a fixed price ignores it. */
export function parsePayFormDefaults(
  query: URLSearchParams,
  content: Pick<PublicContent, 'minimumChargeAmount' | 'currency' | 'pricingModel' | 'suggestedAmounts'>,
): PayFormDefaults {
  const { minimumChargeAmount, pricingModel, suggestedAmounts } = content
  const requestedAmount = pricingModel === 'fixed' ? '' : (query.get('amount') ?? '')
  const parsedAmount = parseTipAmount(requestedAmount, {
    minimum: minimumChargeAmount,
    currency: content.currency,
  })
  const errorCode = query.get('problem')
  const hasAmountError = errorCode === 'amount' && pricingModel !== 'fixed'
  const amount = hasAmountError || 'amount' in parsedAmount ? requestedAmount : ''
  // Without an amount in the link, the middle suggestion is the default.
  const suggested =
    amount || hasAmountError ? '' : (suggestedAmounts[Math.floor((suggestedAmounts.length - 1) / 2)] ?? '')
  return {
    amount: amount || suggested,
    email: normalizeEmail(query.get('email')),
    amountError: hasAmountError ? amountErrorMessage(parsedAmount, content) : undefined,
    notice: errorCode && !hasAmountError ? checkoutErrorMessages[errorCode] : undefined,
    isAlreadyOwned: errorCode === 'owned',
    source: utmParamsFrom(query),
    supporterName: query.get('supporterName') ?? '',
    supporterMessage: query.get('supporterMessage') ?? '',
    isSupporterPrivate: query.has('isSupporterPrivate'),
    amountDue: hasAmountError
      ? undefined
      : suggested || ('amount' in parsedAmount ? parsedAmount.amount : minimumChargeAmount),
  }
}

function amountErrorMessage(
  parsedAmount: TipAmount,
  { minimumChargeAmount, currency }: Pick<PublicContent, 'minimumChargeAmount' | 'currency'>,
): string {
  if ('amount' in parsedAmount) return 'This is over the limit for one payment'
  return tipAmountMessage(parsedAmount.error, { minimum: minimumChargeAmount, currency })
}

function utmParamsFrom(query: URLSearchParams): string {
  const utmParams = [...query].filter(([name, value]) => sourceName.test(name) && value)
  return String(new URLSearchParams(utmParams)).slice(0, limits.maxUtmParametersLength)
}
