import { checkoutBlockedMessages } from '../../../contract/card-testing-messages.ts'
import { type CheckoutErrorCode, checkoutUrl } from '../../../contract/checkout-form.ts'
import { paymentBeingChecked } from '../../../contract/payment-sentences.ts'
import { createPaymentIntent } from '../../../contract/purchases.ts'
import { Email } from '../../../contract/schemas.ts'
import { SupporterNote } from '../../../contract/supporter-note.ts'
import { AppError } from '../../../domain/errors.ts'
import { parseTypedAmount, typedAmountMessage } from '../../../domain/price.ts'
import { parseOrThrow } from '../../http/validate.ts'
import type { Ports } from '../../ports/index.ts'
import { startCheckout } from './start-checkout.ts'

type CheckoutFormFields = Record<
  'amount' | 'suggestedAmount' | 'email' | 'confirmDuplicate' | NoteField,
  string
> & { contentId: number }
type NoteField = 'supporterName' | 'supporterMessage' | 'isSupporterPrivate' | 'source'

/** Starts a checkout by form and returns the checkout page. Buyers who own the item are warned first. */
export async function startCheckoutFromForm(
  ports: Ports,
  form: CheckoutFormFields & { buyerCookieHash: string; ipHash: string },
): Promise<string> {
  const { contentId, buyerCookieHash, ipHash } = form
  // An invalid email in a link must not block the payment, because the checkout asks for it.
  const email = Email.safeParse(form.email).data ?? ''
  const amount = readAmount(ports, form)
  const order = parseOrThrow(createPaymentIntent.body, {
    contentId,
    buyerEmail: email,
    ...toSupporterNote(form),
    ...(amount && { customAmount: amount }),
  })
  const { clientSecret, alreadyOwned } = await startCheckout(ports, { ...order, buyerCookieHash, ipHash })
  if (alreadyOwned && form.confirmDuplicate === '') return tipPageUrl(form, 'owned')
  return checkoutUrl(contentId, { clientSecret, amount: order.customAmount, email })
}

/** The tip page with the input and an error code for which it has a message. */
export function tipPageErrorUrl(form: CheckoutFormFields, { code, message, fields }: AppError): string {
  return tipPageUrl(form, formErrorCode({ code, message, fields }))
}

function formErrorCode({
  code,
  message,
  fields,
}: Pick<AppError, 'code' | 'message' | 'fields'>): CheckoutErrorCode {
  if (message === checkoutBlockedMessages.paused) return 'paused'
  if (message === checkoutBlockedMessages.declined) return 'declined'
  if (message === paymentBeingChecked) return 'checking'
  if (
    code === 'conflict' ||
    code === 'rate_limited' ||
    code === 'provider_unavailable' ||
    code === 'unavailable'
  )
    return code
  if (fields?.supporterName ?? fields?.supporterMessage) return 'words'
  return fields?.customAmount === undefined ? 'failed' : 'amount'
}

function tipPageUrl(form: CheckoutFormFields, errorCode: CheckoutErrorCode): string {
  const { supporterName, supporterMessage, isSupporterPrivate, source, email } = form
  const preservedFields = {
    amount: typedAmount(form),
    email,
    supporterName,
    supporterMessage,
    isSupporterPrivate,
  }
  const query = new URLSearchParams(SupporterNote.shape.source.parse(source))
  for (const [name, value] of Object.entries({ ...preservedFields, problem: errorCode }))
    if (value) query.set(name, value)
  return `/p/${form.contentId}?${query}`
}

function toSupporterNote({
  supporterName,
  supporterMessage,
  isSupporterPrivate,
  source,
}: CheckoutFormFields) {
  return { supporterName, supporterMessage, isSupporterPrivate: isSupporterPrivate !== '', source }
}

type AmountFields = Pick<CheckoutFormFields, 'amount' | 'suggestedAmount'>

/** The typed amount, or else the selected suggestion. */
export function typedAmount({ amount, suggestedAmount }: AmountFields): string {
  return amount.trim() || suggestedAmount.trim()
}

/** The amount as a decimal string; undefined when empty. Throws AppError for the field. */
export function readAmount({ config }: Pick<Ports, 'config'>, fields: AmountFields): string | undefined {
  const typed = typedAmount(fields)
  const parsed = parseTypedAmount(typed, config.currency)
  if ('amount' in parsed) return parsed.amount
  if (parsed.problem === 'empty') return undefined
  const message = typedAmountMessage(typed, config.currency) ?? ''
  throw new AppError('invalid_input', message, { customAmount: message })
}
