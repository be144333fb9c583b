import { checkoutPauses } from '../../../contract/card-testing.ts'
import type { PublicContent } from '../../../contract/content.ts'
import { limits } from '../../../contract/limits.ts'
import { paymentBeingChecked } from '../../../contract/payment-sentences.ts'
import { receiptEmail } from '../../payments/receipt-email.ts'
import { readTipAmount, type TipAmount, tipAmountSentence } from './amount.ts'

/** What a tip link asks for, and what the server refused of it. */
export type Asked = {
  /** Stands in the field. */
  amount: string
  email: string
  /** What is wrong with the amount, for its field. */
  wrong: string | undefined
  /** What else there is to say before paying. */
  notice: string | undefined
  /** They have been told that they own it. */
  owned: boolean
  /** The `utm_*` of the link, to go with the sale. */
  source: string
  /** What was typed before, when the page is shown again. */
  supporterName: string
  supporterMessage: string
  supporterPrivate: boolean
  /** What the button says is paid: a decimal string, never under the minimum. Undefined while the amount in the field is refused. */
  due: string | undefined
}

const notices: Record<string, string> = {
  ...checkoutPauses,
  owned: 'You already own this. Buy again?',
  conflict: 'Your previous payment is still processing',
  throttled: 'Too many tries. Please wait a few minutes and try again.',
  words: `Your name may have ${limits.supporterName} characters, your message ${limits.supporterMessage}.`,
  provider_away: 'Your card was not charged. Try again in a moment.',
  unavailable: 'We couldn’t reach our database. Nothing was charged. Please try again.',
  checking: paymentBeingChecked,
  failed: 'Failed to start payment process. Please try again.',
}

const names = ['amount', 'problem', 'email', 'supporterName', 'supporterMessage', 'supporterPrivate']
const sourceName = /^utm_[a-z]+$/

/** Whether `askedOf` reads this name of the query. */
export function isAskedName(name: string): boolean {
  return names.includes(name) || sourceName.test(name)
}

/** Reads the query of a tip page. A link may ask for more than the minimum, never for less; a fixed price stays the price. */
export function askedOf(
  query: URLSearchParams,
  content: Pick<PublicContent, 'trueMinimum' | 'currency' | 'pricingModel' | 'chips'>,
): Asked {
  const { trueMinimum, pricingModel, chips } = content
  const given = pricingModel === 'fixed' ? '' : (query.get('amount') ?? '')
  const read = readTipAmount(given, { minimum: trueMinimum, currency: content.currency })
  const problem = query.get('problem')
  const refused = problem === 'amount' && pricingModel !== 'fixed'
  const amount = refused || 'amount' in read ? given : ''
  // Where nobody has said an amount yet, the middle one of those suggested stands there.
  const suggested = amount || refused ? '' : (chips[Math.floor((chips.length - 1) / 2)] ?? '')
  return {
    amount: amount || suggested,
    email: receiptEmail(query.get('email')),
    wrong: refused ? sentenceFor(read, content) : undefined,
    notice: problem && !refused ? notices[problem] : undefined,
    owned: problem === 'owned',
    source: sourceIn(query),
    supporterName: query.get('supporterName') ?? '',
    supporterMessage: query.get('supporterMessage') ?? '',
    supporterPrivate: query.has('supporterPrivate'),
    due: refused ? undefined : suggested || ('amount' in read ? read.amount : trueMinimum),
  }
}

function sentenceFor(
  read: TipAmount,
  { trueMinimum, currency }: Pick<PublicContent, 'trueMinimum' | 'currency'>,
): string {
  if ('amount' in read) return 'This is more than can be paid at once'
  return tipAmountSentence(read.problem, { minimum: trueMinimum, currency })
}

function sourceIn(query: URLSearchParams): string {
  const marks = [...query].filter(([name, value]) => sourceName.test(name) && value)
  return String(new URLSearchParams(marks)).slice(0, limits.source)
}
