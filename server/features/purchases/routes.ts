import { noteBuyerEmail as noteBuyerEmailRoute } from '../../../contract/checkout-email.ts'
import {
  completePayment,
  createPaymentIntent,
  downloadContent,
  getAccess,
  getCheckout,
  getFile,
  openAccessFile,
  processRecentPurchase,
  sendAccessEmail,
  verifyPurchase,
} from '../../../contract/purchases.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { aftercareRoutes } from './aftercare-routes.ts'
import { buyerEmailLimits, noteBuyerEmail } from './buyer-email.ts'
import { showCheckout } from './checkout.ts'
import { accessFileAddress, downloadBought, downloadSigned } from './deliver.ts'
import { formRoutes } from './form-routes.ts'
import { accessMailLimits, callerOf, checkoutLimits } from './limits.ts'
import { sendAccessAgain } from './mails.ts'
import { refundRoutes } from './refund-routes.ts'
import { startPurchase } from './start.ts'
import { trialRoutes } from './trial-routes.ts'
import { completePurchase, openAccess, settleNewest, verify } from './unlock.ts'

export function purchaseRoutes(api: Api, ports: Ports) {
  aftercareRoutes(api, ports)
  formRoutes(api, ports)
  refundRoutes(api, ports)
  trialRoutes(api, ports)
  api.on(
    createPaymentIntent,
    ({ body, knownBrowser, ip }) =>
      startPurchase(ports, { ...body, browser: knownBrowser(), caller: callerOf(ports, ip) }),
    { limits: ({ ip }) => checkoutLimits(ports, ip) },
  )
  api.on(getCheckout, ({ params, buyer }) => showCheckout(ports, params.id, buyer))
  api.on(
    noteBuyerEmailRoute,
    ({ params, body, buyer }) =>
      noteBuyerEmail(ports, { paymentId: params.paymentIntentId, email: body.email, proof: buyer }),
    {
      limits: ({ params, ip }) => buyerEmailLimits(ports, { paymentId: params.paymentIntentId, ip }),
    },
  )
  api.on(completePayment, ({ params, buyer }) => completePurchase(ports, params.paymentIntentId, buyer))
  api.on(processRecentPurchase, ({ params, buyer }) => settleNewest(ports, params.id, buyer))
  api.on(verifyPurchase, ({ query, buyer }) =>
    verify(ports, { paymentId: query.payment_intent, contentId: query.content_id, proof: buyer }),
  )
  api.on(
    sendAccessEmail,
    ({ body, buyer }) =>
      sendAccessAgain(ports, { paymentId: body.paymentIntentId, contentId: body.contentId, proof: buyer }),
    { limits: ({ body, ip }) => accessMailLimits(ports, body.contentId, ip) },
  )
  api.file(downloadContent, ({ params, buyer }) => downloadBought(ports, params.id, buyer))
  api.on(getAccess, ({ params }) => openAccess(ports, params.token))
  api.redirect(openAccessFile, ({ params, query }) => accessFileAddress(ports, params.token, query.as), {
    failsWithPage: true,
  })
  api.file(
    getFile,
    ({ params, query }) => downloadSigned(ports, { ...query, purchaseId: params.purchaseId }),
    { failsWithPage: true },
  )
}
