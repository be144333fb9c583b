import { checkoutBlockedMessages } from '../../../contract/card-testing-messages.ts'
import type { PublicContent } from '../../../contract/content.ts'
import { limits } from '../../../contract/limits.ts'
import { paymentBeingChecked } from '../../../contract/payment-sentences.ts'
import { normalizeEmail } from '../../payments/receipt-email.ts'
import { readTipAmount, type TipAmount, tipAmountSentence } from './amount.ts'

/** What a tip link asks for, and what the server refused of it. */
export type PayFormDefaults = {
  /** Stands in the field. */
  amount: string
  email: string
  /** What is wrong with the amount, for its field. */
  amountError: string | undefined
  /** What else there is to say before paying. */
  notice: string | undefined
  /** They have been told that they own it. */
  isAlreadyOwned: boolean
  /** The `utm_*` of the link, to go with the sale. */
  source: string
  /** What was typed before, when the page is shown again. */
  supporterName: string
  supporterMessage: string
  isSupporterPrivate: boolean
  /** What the button says is paid: a decimal string, never under the minimum. Undefined while the amount in the field is refused. */
  amountDue: string | undefined
}

const checkoutErrorMessages: Record<string, string> = {
  ...checkoutBlockedMessages,
  owned: 'You already own this. Buy again?',
  conflict: 'Your previous payment is still processing',
  throttled: 'Too many tries. Please wait a few minutes and try again.',
  words: `Your name may have ${limits.maxSupporterNameLength} characters, your message ${limits.maxSupporterMessageLength}.`,
  provider_away: 'Your card was not charged. Try again in a moment.',
  unavailable: 'We couldn’t reach our database. Nothing was charged. Please try again.',
  checking: paymentBeingChecked,
  failed: 'Failed to start payment process. Please try again.',
}

const names = ['amount', 'problem', 'email', 'supporterName', 'supporterMessage', 'isSupporterPrivate']
const sourceName = /^utm_[a-z]+$/

/** Whether `parsePayFormDefaults` reads this name of the query. */
export function isAskedName(name: string): boolean {
  return names.includes(name) || sourceName.test(name)
}

/** Reads the query of a tip page. A link may ask for more than the minimum, never for less; a fixed price stays the price. */
export function parsePayFormDefaults(
  query: URLSearchParams,
  content: Pick<PublicContent, 'minimumChargeAmount' | 'currency' | 'pricingModel' | 'suggestedAmounts'>,
): PayFormDefaults {
  const { minimumChargeAmount, pricingModel, suggestedAmounts } = content
  const requestedAmount = pricingModel === 'fixed' ? '' : (query.get('amount') ?? '')
  const parsedAmount = readTipAmount(requestedAmount, {
    minimum: minimumChargeAmount,
    currency: content.currency,
  })
  const errorCode = query.get('problem')
  const hasAmountError = errorCode === 'amount' && pricingModel !== 'fixed'
  const amount = hasAmountError || 'amount' in parsedAmount ? requestedAmount : ''
  // Where nobody has said an amount yet, the middle one of those suggested stands there.
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
  if ('amount' in parsedAmount) return 'This is more than can be paid at once'
  return tipAmountSentence(parsedAmount.error, { minimum: minimumChargeAmount, currency })
}

function utmParamsFrom(query: URLSearchParams): string {
  const utmParams = [...query].filter(([name, value]) => sourceName.test(name) && value)
  return String(new URLSearchParams(utmParams)).slice(0, limits.maxUtmParametersLength)
}
