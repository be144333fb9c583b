import * as accessContract from '../../../../contract/access.ts'
import {
  type CheckoutErrorCode,
  checkoutBlockedMessages,
  checkoutUrl,
  freeDoorMessage,
  paymentBeingChecked,
  providerBusy,
  SupporterNote,
} from '../../../../contract/checkout.ts'
import { errorStatus } from '../../../../contract/errors.ts'
import * as purchasesContract from '../../../../contract/purchases.ts'
import { createPaymentIntent } from '../../../../contract/purchases.ts'
import * as receiptsContract from '../../../../contract/receipts.ts'
import { Email } from '../../../../contract/schemas.ts'
import { AppError } from '../../../../domain/errors.ts'
import { parseTypedAmount, typedAmountMessage } from '../../../../domain/price.ts'
import type { Api } from '../../../http/api.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import { parseOrThrow } from '../../../http/validation.ts'
import type { Ports } from '../../../ports/index.ts'
import { accessLinksRateLimits, checkoutRateLimits, hashIp } from '../access/buyer-proof.ts'
import { dismissSetOffer } from '../access/complete-set.ts'
import { sendAccessLinks } from '../access/links.ts'
import { openPurchase, requirePurchaseByToken } from '../access/verify-purchase.ts'
import { refundShare } from '../refunds/refund-share.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { answerCountry } from './answer-country.ts'
import { claimFree } from './claim-free.ts'
import { addCompanyDetails } from './company-details.ts'
import { priceOrder, startPaidCheckout } from './start-checkout.ts'

type CheckoutFormFields = Record<
  'amount' | 'suggestedAmount' | 'email' | 'confirmDuplicate' | 'code' | 'paysAsOwner' | NoteField,
  string
> & { contentId: number }
type NoteField = 'supporterName' | 'supporterMessage' | 'isSupporterPrivate' | 'source'

/**
 * Starts a checkout by form and returns the checkout page, or the access page of what costs nothing. Buyers who own the item
 * are warned first.
 */
async function startCheckoutFromForm(
  ports: Ports,
  form: CheckoutFormFields & { isNewBrowser: boolean; buyerCookieHash: string; ipHash: string; ip: string },
): Promise<string> {
  const { contentId, isNewBrowser, buyerCookieHash, ipHash, ip, code } = form
  // An invalid email in a link must not block the payment, because the checkout asks for it.
  const email = Email.safeParse(form.email).data ?? ''
  const amount = readAmount(ports, form)
  const order = parseOrThrow(createPaymentIntent.body, {
    contentId,
    buyerEmail: email,
    code,
    paysAsOwner: form.paysAsOwner,
    ...toSupporterNote(form),
    ...(amount && { customAmount: amount }),
  })
  const input = { ...order, isNewBrowser, buyerCookieHash, ipHash, ip }
  const priced = await priceOrder(ports, input)
  if (priced.price.amount === 0) return claimFree(ports, input, priced)
  const { clientSecret, alreadyOwned } = await startPaidCheckout(ports, input, priced)
  if (alreadyOwned && form.confirmDuplicate === '') return tipPageUrl(form, 'owned')
  const isAgain = alreadyOwned && form.confirmDuplicate !== ''
  return checkoutUrl(contentId, {
    clientSecret,
    amount: order.customAmount,
    email,
    code,
    owner: form.paysAsOwner,
    isAgain,
  })
}

/** The tip page with the input and an error code for which it has a message. */
function tipPageErrorUrl(form: CheckoutFormFields, { code, message, fields }: AppError): string {
  return tipPageUrl(form, formErrorCode({ code, message, fields }))
}

/** The code by which the tip page says why its form gave nothing. */
export function freeFormErrorCode(error: AppError): CheckoutErrorCode {
  return formErrorCode(error)
}

function formErrorCode({
  code,
  message,
  fields,
}: Pick<AppError, 'code' | 'message' | 'fields'>): CheckoutErrorCode {
  if (message === checkoutBlockedMessages.paused) return 'paused'
  if (message === freeDoorMessage) return 'free_paused'
  if (message === checkoutBlockedMessages.declined) return 'declined'
  if (message === paymentBeingChecked) return 'checking'
  if (message === providerBusy) return 'busy'
  if (fields?.code !== undefined) return 'code'
  if (fields?.copies !== undefined) return 'copies'
  if (fields?.paysAsOwner !== undefined) return 'owner'
  if (
    code === 'conflict' ||
    code === 'rate_limited' ||
    code === 'provider_unavailable' ||
    code === 'unavailable'
  )
    return code
  if (fields?.email !== undefined) return 'free_email'
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
    code: form.code,
    owner: form.paysAsOwner === 'yes' ? '' : form.paysAsOwner,
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

/**
 * Forms of the buyer's pages for browsers without scripts. Each redirects to a page; an error redirects back with its
 * code.
 */
export function noScriptFormRoutes(api: Api, ports: Ports) {
  api.form(
    purchasesContract.startCheckoutFromForm,
    ({ params, body, buyer, ensureBuyerCookie, ip }) =>
      startCheckoutFromForm(ports, {
        ...body,
        contentId: params.id,
        isNewBrowser: buyer.cookieHash === undefined,
        buyerCookieHash: ensureBuyerCookie(),
        ipHash: hashIp(ports, ip),
        ip,
      }),
    {
      limits: ({ ip }) => checkoutRateLimits(ports, ip),
      onError: ({ params, body }, error) => tipPageErrorUrl({ ...body, contentId: params.id }, error),
    },
  )
  api.form(
    accessContract.sendAccessLinksForm,
    async ({ body, ip }) => {
      const { email } = parseOrThrow(accessContract.sendAccessLinks.body, body)
      await enforceRateLimits(ports, accessLinksRateLimits(ports, email, ip))
      await sendAccessLinks(ports, email)
      return '/lost-link?sent=true'
    },
    {
      onError: ({ body }, { code }) =>
        `/lost-link?${new URLSearchParams({ problem: code, email: body.email })}`,
    },
  )
  const toAccessPage = ({ params }: { params: { token: string } }, error?: AppError) => {
    if (error?.code === 'not_found') throw error
    return `/access/${params.token}`
  }
  api.form(
    accessContract.openPurchase,
    async ({ params }) => {
      await openPurchase(ports, params.token)
      return toAccessPage({ params })
    },
    { onError: toAccessPage },
  )
  api.form(
    accessContract.dismissSetOffer,
    async ({ params }) => {
      await dismissSetOffer(ports, await requirePurchaseByToken(ports, params.token))
      return toAccessPage({ params })
    },
    { onError: toAccessPage },
  )
  api.form(
    accessContract.refundShare,
    async ({ params }) => {
      await refundShare(ports, { token: params.token, itemId: params.id })
      return toAccessPage({ params })
    },
    { onError: toAccessPage },
  )
  api.form(
    accessContract.sendOwnAccessLinks,
    async ({ params, ip }) => {
      const { purchase } = await requirePurchaseByToken(ports, params.token)
      await enforceRateLimits(ports, accessLinksRateLimits(ports, purchase.buyerEmail, ip))
      await sendAccessLinks(ports, purchase.buyerEmail)
      return '/lost-link?sent=true'
    },
    {
      onError: (_, error) => {
        if (error.code === 'not_found') throw error
        return `/lost-link?${new URLSearchParams({ problem: error.code })}`
      },
    },
  )
  api.form(
    accessContract.forgetDevice,
    async ({ forgetBuyerCookie }) => {
      forgetBuyerCookie()
      return '/lost-link?forgotten=true'
    },
    { onError: () => '/lost-link' },
  )
  api.form(
    receiptsContract.addCompanyDetailsForm,
    async ({ params: { token }, body }) => {
      // A wrong link is not found, whatever was typed.
      const bought = await requirePurchaseByToken(ports, token)
      await addCompanyDetails(ports, bought, parseOrThrow(receiptsContract.CompanyDetails, body))
      return `/access/${token}/receipt`
    },
    {
      onError: ({ params: { token }, body }, error) => {
        if (error.code === 'not_found') throw error
        // What was typed is in the fields again.
        const [field = ''] = Object.keys(error.fields ?? {})
        const problem = { ...body, problem: error.code, field }
        return `/access/${token}/receipt?${new URLSearchParams(problem)}#company`
      },
    },
  )
  api.form(
    receiptsContract.answerCountryForm,
    async ({ params: { token }, body }) => {
      await answerCountry(ports, await requirePurchaseByToken(ports, token), body.country)
      return `/access/${token}/receipt`
    },
    {
      // The page asks again while there is something to ask.
      onError: ({ params: { token } }, error) => {
        if (error.code === 'not_found') throw error
        return `/access/${token}/receipt`
      },
    },
  )
  api.form(
    accessContract.requestRefundForm,
    async ({ params: { token }, body }) => {
      await requestRefund(ports, token, parseOrThrow(accessContract.requestRefund.body, body).reason)
      return `/access/${token}/refund`
    },
    { onError: ({ params }, error) => refundPageErrorUrl(params.token, error) },
  )
}

/**
 * The refund page shows the state of a purchase by itself. It needs an error code only for a too long reason and for
 * unexpected errors.
 */
function refundPageErrorUrl(token: string, error: AppError): string {
  const { code } = error
  if (code === 'not_found') throw error
  const hasErrorMessage = code === 'invalid_input' || errorStatus[code] >= 500
  return `/access/${token}/refund${hasErrorMessage ? `?problem=${code}` : ''}`
}
