import {
  requestRefund as refundCall,
  requestRefundForm,
  sendLostLinks,
  sendLostLinksForm,
} from '../../../contract/aftercare.ts'
import { errorStatus } from '../../../contract/errors.ts'
import { startCheckoutForm } from '../../../contract/purchases.ts'
import type { AppError } from '../../../domain/errors.ts'
import type { Api } from '../../http/api.ts'
import { throttle } from '../../http/throttle.ts'
import { validated } from '../../http/validate.ts'
import type { Ports } from '../../ports/index.ts'
import { backToTip, checkoutFromForm } from './checkout-form.ts'
import { callerOf, checkoutLimits, lostLinkLimits } from './limits.ts'
import { mailLostLinks } from './lost-links.ts'
import { requestRefund } from './refund-requests.ts'

/** The forms of the buyer's pages, for a browser without scripts. Each leads to a page; a refusal leads back, named by its code. */
export function formRoutes(api: Api, ports: Ports) {
  api.form(
    startCheckoutForm,
    ({ params, body, knownBrowser, ip }) =>
      checkoutFromForm(ports, {
        ...body,
        contentId: params.id,
        browser: knownBrowser(),
        caller: callerOf(ports, ip),
      }),
    {
      limits: ({ ip }) => checkoutLimits(ports, ip),
      back: ({ params, body }, refusal) => backToTip({ ...body, contentId: params.id }, refusal),
    },
  )
  api.form(
    sendLostLinksForm,
    async ({ body, ip }) => {
      const { email } = validated(sendLostLinks.body, body)
      await throttle(ports, lostLinkLimits(ports, email, ip))
      await mailLostLinks(ports, email)
      return '/lost-link?sent=true'
    },
    {
      back: ({ body }, { code }) => `/lost-link?${new URLSearchParams({ problem: code, email: body.email })}`,
    },
  )
  api.form(
    requestRefundForm,
    async ({ params: { token }, body }) => {
      await requestRefund(ports, token, validated(refundCall.body, body).reason)
      return `/access/${token}/refund`
    },
    { back: ({ params }, refusal) => backToRefund(params.token, refusal) },
  )
}

/** The page says by itself what is the matter with a purchase. It needs a word more for a reason too long and for faults. */
function backToRefund(token: string, refusal: AppError): string {
  const { code } = refusal
  if (code === 'not_found') throw refusal
  const isNamed = code === 'invalid_input' || errorStatus[code] >= 500
  return `/access/${token}/refund${isNamed ? `?problem=${code}` : ''}`
}
