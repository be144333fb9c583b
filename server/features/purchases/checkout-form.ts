import { checkoutPauses } from '../../../contract/card-testing.ts'
import { paymentBeingChecked } from '../../../contract/payment-sentences.ts'
import { createPaymentIntent, PurchaseNote } from '../../../contract/purchases.ts'
import { Email } from '../../../contract/shapes.ts'
import { AppError } from '../../../domain/errors.ts'
import { readTyped, typedAmountProblem } from '../../../domain/price.ts'
import { validated } from '../../http/validate.ts'
import type { Ports } from '../../ports/index.ts'
import { startPurchase } from './start.ts'

type Typed = Record<'amount' | 'suggested' | 'email' | 'again' | NoteField, string> & { contentId: number }
type NoteField = 'supporterName' | 'supporterMessage' | 'supporterPrivate' | 'source'

/** Starts the attempt that a form asks for and leads to its checkout. What they own already is not sold again unasked. */
export async function checkoutFromForm(
  ports: Ports,
  typed: Typed & { browser: string; caller: string },
): Promise<string> {
  const { contentId, browser, caller } = typed
  // A broken address in a link keeps nobody from paying: the checkout asks for it.
  const email = Email.safeParse(typed.email).data ?? ''
  const amount = readAmountIn(ports, typed)
  const order = validated(createPaymentIntent.body, {
    contentId,
    buyerEmail: email,
    ...noteIn(typed),
    ...(amount && { customAmount: amount }),
  })
  const { clientSecret, alreadyOwned } = await startPurchase(ports, { ...order, browser, caller })
  if (alreadyOwned && typed.again === '') return backTo(typed, 'owned')
  const query = new URLSearchParams({
    payment_intent_client_secret: clientSecret,
    ...(order.customAmount && { amount: order.customAmount }),
    ...(email && { email }),
  })
  return `/checkout/${contentId}?${query}`
}

/** The tip page again with all that was typed; it has the sentence for each of these. */
export function backToTip(typed: Typed, { code, message, fields }: AppError): string {
  const pause = Object.entries(checkoutPauses).find(([, sentence]) => sentence === message)
  if (pause) return backTo(typed, pause[0])
  if (message === paymentBeingChecked) return backTo(typed, 'checking')
  if (['conflict', 'throttled', 'provider_away', 'unavailable'].includes(code)) return backTo(typed, code)
  if (fields?.supporterName ?? fields?.supporterMessage) return backTo(typed, 'words')
  return backTo(typed, fields?.customAmount === undefined ? 'failed' : 'amount')
}

function backTo(typed: Typed, problem: string): string {
  const { supporterName, supporterMessage, supporterPrivate, source, email } = typed
  const kept = { amount: typedAmount(typed), email, supporterName, supporterMessage, supporterPrivate }
  const query = new URLSearchParams(PurchaseNote.shape.source.parse(source))
  for (const [name, value] of Object.entries({ ...kept, problem })) if (value) query.set(name, value)
  return `/p/${typed.contentId}?${query}`
}

function noteIn({ supporterName, supporterMessage, supporterPrivate, source }: Typed) {
  return { supporterName, supporterMessage, supporterPrivate: supporterPrivate !== '', source }
}

type AmountFields = Pick<Typed, 'amount' | 'suggested'>

/** What was typed, or else the suggested amount that was chosen. */
export function typedAmount({ amount, suggested }: AmountFields): string {
  return amount.trim() || suggested.trim()
}

/** The same as a decimal string; undefined for nothing typed. Throws AppError with a sentence for the field. */
export function readAmountIn({ config }: Pick<Ports, 'config'>, fields: AmountFields): string | undefined {
  const typed = typedAmount(fields)
  const read = readTyped(typed, config.currency)
  if ('amount' in read) return read.amount
  if (read.problem === 'empty') return undefined
  const customAmount = typedAmountProblem(typed, config.currency) ?? ''
  throw new AppError('invalid_input', customAmount, { customAmount })
}
