import { checkoutErrorMessage } from '../../../../contract/checkout.ts'
import type { PublicContent } from '../../../../contract/content.ts'
import { normalizeEmail } from '../../../payments/buyer-email.ts'
import { parseTipAmount, type TipAmount, tipAmountMessage } from './amount.ts'
import { utmParametersFrom } from './link-parameters.ts'

/** The initial values of the pay form from the query of a tip link, and the server's errors about them. */
export type PayFormDefaults = {
  /** The value of the amount field; empty for the minimum. */
  amount: string
  email: string
  amountError: string | undefined
  /** What was typed as the address for the link of a free item, and the server's error about it. */
  typedEmail: string
  emailError: string | undefined
  /** A message above the button. */
  notice: string | undefined
  isBuyingAgain: boolean
  /** What became of the form of a sold-out item: `saved`, or the code of its error. */
  tellMe: string
  /** The link's `utm_*` parameters, stored with the sale. */
  source: string
  /** Earlier input, when the page is shown again. */
  supporterName: string
  supporterMessage: string
  isSupporterPrivate: boolean
}

/**
 * Parses the query of a tip page. A link can raise the amount but not go below the minimum; a fixed price ignores it.
 * Without an amount the field has the creator's suggestion or is empty.
 */
export function parsePayFormDefaults(
  query: URLSearchParams,
  content: Pick<PublicContent, 'minimumChargeAmount' | 'currency' | 'pricingModel' | 'suggestedAmount'>,
): PayFormDefaults {
  const { minimumChargeAmount, pricingModel } = content
  const requestedAmount = pricingModel === 'fixed' ? '' : (query.get('amount') ?? '')
  const parsedAmount = parseTipAmount(requestedAmount, {
    minimum: minimumChargeAmount,
    currency: content.currency,
  })
  const errorCode = query.get('problem')
  const isUsable = requestedAmount !== '' && 'amount' in parsedAmount
  const hasEmailError = errorCode === 'free_email'
  const hasAmountError = errorCode === 'amount' && pricingModel !== 'fixed'
  return {
    amount: hasAmountError || isUsable ? requestedAmount : (content.suggestedAmount ?? ''),
    email: normalizeEmail(query.get('email')),
    amountError: hasAmountError ? amountErrorMessage(parsedAmount, content) : undefined,
    typedEmail: query.get('email') ?? '',
    emailError: hasEmailError ? 'Enter an email address like name@example.com' : undefined,
    notice: hasAmountError || hasEmailError ? undefined : checkoutErrorMessage(errorCode),
    isBuyingAgain: errorCode === 'owned' || query.has('again'),
    tellMe: query.get('tellme') ?? '',
    source: utmParametersFrom(query),
    supporterName: query.get('supporterName') ?? '',
    supporterMessage: query.get('supporterMessage') ?? '',
    isSupporterPrivate: query.has('isSupporterPrivate'),
  }
}

function amountErrorMessage(
  parsedAmount: TipAmount,
  { minimumChargeAmount, currency }: Pick<PublicContent, 'minimumChargeAmount' | 'currency'>,
): string {
  if ('amount' in parsedAmount) return 'This is over the limit for one payment'
  return tipAmountMessage(parsedAmount.error, { minimum: minimumChargeAmount, currency })
}
