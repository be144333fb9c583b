import * as accessContract from '../../../contract/access.ts'
import { errorStatus } from '../../../contract/errors.ts'
import * as purchasesContract from '../../../contract/purchases.ts'
import type { AppError } from '../../../domain/errors.ts'
import type { Api } from '../../http/api.ts'
import { enforceRateLimits } from '../../http/rate-limit.ts'
import { parseOrThrow } from '../../http/validate.ts'
import type { Ports } from '../../ports/index.ts'
import { sendAccessLinks } from '../access/lost-links.ts'
import { accessLinksRateLimits, checkoutRateLimits, hashIp } from '../access/rate-limits.ts'
import { openPurchase, requirePurchaseByToken } from '../access/verify-purchase.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { startCheckoutFromForm, tipPageErrorUrl } from './checkout-form.ts'

/**
 * Forms of the buyer's pages for browsers without scripts. Each redirects to a page; an error redirects back with its
 * code.
 */
export function noScriptFormRoutes(api: Api, ports: Ports) {
  api.form(
    purchasesContract.startCheckoutFromForm,
    ({ params, body, ensureBuyerCookie, ip }) =>
      startCheckoutFromForm(ports, {
        ...body,
        contentId: params.id,
        buyerCookieHash: ensureBuyerCookie(),
        ipHash: hashIp(ports, ip),
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
