import { getPurchasedImage as getPurchasedImageRoute } from '../../../../contract/access.ts'
import * as checkoutEmailContract from '../../../../contract/checkout.ts'
import { setBuyerTerms as setBuyerTermsRoute } from '../../../../contract/checkout.ts'
import * as purchasesContract from '../../../../contract/purchases.ts'
import {
  correctPurchaseEmail,
  getOwnedPurchase as getOwnedPurchaseRoute,
} from '../../../../contract/purchases.ts'
import type { Api } from '../../../http/api.ts'
import { ipPrefix } from '../../../http/rate-limit.ts'
import type { BuyerProof } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  accessEmailRateLimits,
  checkoutRateLimits,
  emailCorrectionRateLimits,
  hashIp,
  paymentReadLimits,
} from '../access/buyer-proof.ts'
import { correctOwnEmail } from '../access/correct-email.ts'
import {
  accessFileUrl,
  downloadBySignedUrl,
  downloadPurchase,
  getPurchasedImage,
} from '../access/download.ts'
import { resendAccessEmail } from '../access/links.ts'
import {
  completePurchase,
  getAccessByToken,
  getOwnedPurchase,
  settleLatestCheckout,
  verifyPurchase,
} from '../access/verify-purchase.ts'
import { buyerRefundRoutes, refundRoutes } from '../refunds/feature.ts'
import { buyerEmailRateLimits, setBuyerEmail, setBuyerTerms } from './buyer-details.ts'
import { noScriptFormRoutes } from './checkout-form.ts'
import { getCheckout, startCheckout } from './start-checkout.ts'

export function purchaseRoutes(api: Api, ports: Ports) {
  /** Of one browser and item, where the payment is not known yet. */
  const readsOfItem = ({ params, buyer, ip }: { params: { id: number }; buyer: BuyerProof; ip: string }) =>
    paymentReadLimits(ports, { checkout: `${params.id}/${buyer.cookieHash ?? ipPrefix(ip)}`, ip })

  buyerRefundRoutes(api, ports)
  noScriptFormRoutes(api, ports)
  refundRoutes(api, ports)
  api.on(
    purchasesContract.createPaymentIntent,
    ({ body, buyer: buyerProof, ensureBuyerCookie, ip }) =>
      startCheckout(ports, {
        ...body,
        buyerCookieHash: ensureBuyerCookie(),
        isNewBrowser: buyerProof.cookieHash === undefined,
        ipHash: hashIp(ports, ip),
      }),
    { limits: ({ ip }) => checkoutRateLimits(ports, ip) },
  )
  api.on(getOwnedPurchaseRoute, ({ params, buyer: buyerProof }) =>
    getOwnedPurchase(ports, params.id, buyerProof),
  )
  api.on(
    purchasesContract.getCheckout,
    ({ params, buyer: buyerProof }) => getCheckout(ports, params.id, buyerProof),
    { limits: readsOfItem },
  )
  api.on(
    checkoutEmailContract.setBuyerEmail,
    ({ params, body, buyer: buyerProof }) =>
      setBuyerEmail(ports, { paymentId: params.paymentIntentId, email: body.email, proof: buyerProof }),
    {
      limits: ({ params, ip }) => buyerEmailRateLimits(ports, { paymentId: params.paymentIntentId, ip }),
    },
  )
  api.on(
    setBuyerTermsRoute,
    ({ params, body, buyer: proof }) =>
      setBuyerTerms(ports, { ...body, country: body.country, paymentId: params.paymentIntentId, proof }),
    {
      limits: ({ params, ip }) => buyerEmailRateLimits(ports, { paymentId: params.paymentIntentId, ip }),
    },
  )
  api.on(
    purchasesContract.completePayment,
    ({ params, buyer: buyerProof }) => completePurchase(ports, params.paymentIntentId, buyerProof),
    { limits: ({ params, ip }) => paymentReadLimits(ports, { checkout: params.paymentIntentId, ip }) },
  )
  api.on(
    purchasesContract.processRecentPurchase,
    ({ params, buyer: buyerProof }) => settleLatestCheckout(ports, params.id, buyerProof),
    { limits: readsOfItem },
  )
  api.on(
    purchasesContract.verifyPurchase,
    ({ query, buyer: proof, isPreview }) =>
      verifyPurchase(ports, {
        paymentId: query.payment_intent,
        contentId: query.content_id,
        proof,
        isPreview,
      }),
    { limits: ({ query, ip }) => paymentReadLimits(ports, { checkout: query.payment_intent, ip }) },
  )
  api.on(
    purchasesContract.sendAccessEmail,
    ({ body, buyer: buyerProof }) =>
      resendAccessEmail(ports, {
        paymentId: body.paymentIntentId,
        contentId: body.contentId,
        proof: buyerProof,
      }),
    { limits: ({ body, ip }) => accessEmailRateLimits(ports, body.contentId, ip) },
  )
  api.on(
    correctPurchaseEmail,
    ({ body, buyer: proof }) =>
      correctOwnEmail(ports, {
        paymentId: body.paymentIntentId,
        contentId: body.contentId,
        email: body.email,
        proof,
      }),
    { limits: ({ body, ip }) => emailCorrectionRateLimits(ports, { paymentId: body.paymentIntentId, ip }) },
  )
  api.file(
    purchasesContract.downloadContent,
    ({ params, buyer: buyerProof }) => downloadPurchase(ports, params.id, buyerProof),
    { limits: readsOfItem },
  )
  api.on(purchasesContract.getAccess, ({ params, findViewer, buyer: proof, isPreview }) =>
    getAccessByToken(ports, { token: params.token, findViewer, proof, isPreview }),
  )
  api.file(getPurchasedImageRoute, ({ params, query, findViewer }) =>
    getPurchasedImage(ports, params.token, { query, findViewer }),
  )
  api.redirect(
    purchasesContract.redirectToFile,
    ({ params, query, findViewer }) =>
      accessFileUrl(ports, params.token, { disposition: query.as, partId: query.part, findViewer }),
    {
      failsWithPage: true,
    },
  )
  api.file(
    purchasesContract.getFile,
    ({ params, query, headers }) =>
      downloadBySignedUrl(ports, {
        claims: { ...query, orderNumber: params.orderNumber, part: params.part },
        headers,
      }),
    { failsWithPage: true },
  )
}
