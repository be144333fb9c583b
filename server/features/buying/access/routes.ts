import * as accessContract from '../../../../contract/access.ts'
import * as purchasesContract from '../../../../contract/purchases.ts'
import {
  correctPurchaseEmail,
  getOwnedPurchase as getOwnedPurchaseRoute,
} from '../../../../contract/purchases.ts'
import * as receiptsContract from '../../../../contract/receipts.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  accessEmailRateLimits,
  accessLinksRateLimits,
  emailCorrectionRateLimits,
  paymentReadLimits,
  readLimitsOfItem,
} from './buyer-proof.ts'
import { correctOwnEmail } from './correct-email.ts'
import { accessFileUrl, downloadBySignedUrl, downloadPurchase, getPurchasedImage } from './download.ts'
import { resendAccessEmail, sendAccessLinks } from './links.ts'
import { correctionPdf, getReceipt, receiptPdf } from './receipt.ts'
import { getThumbnail } from './thumbnail.ts'
import {
  completePurchase,
  getAccessByToken,
  getOwnedPurchase,
  settleLatestCheckout,
  verifyPurchase,
} from './verify-purchase.ts'

export function accessRoutes(api: Api, ports: Ports) {
  api.on(accessContract.sendAccessLinks, ({ body }) => sendAccessLinks(ports, body.email), {
    limits: ({ body, ip }) => accessLinksRateLimits(ports, body.email, ip),
  })
  api.on(receiptsContract.getReceipt, ({ params, findViewer, buyer: proof }) =>
    getReceipt(ports, { ...params, findViewer, proof }),
  )
  api.file(receiptsContract.getReceiptPdf, ({ params, ip, findViewer, buyer: proof }) =>
    receiptPdf(ports, { ...params, ip, findViewer, proof }),
  )
  api.file(receiptsContract.getCorrectionPdf, ({ params, ip, findViewer, buyer: proof }) =>
    correctionPdf(ports, { ...params, ip, findViewer, proof }),
  )
  api.on(getOwnedPurchaseRoute, ({ params, buyer: buyerProof }) =>
    getOwnedPurchase(ports, params.id, buyerProof),
  )
  api.on(
    purchasesContract.completePayment,
    ({ params, buyer: buyerProof }) => completePurchase(ports, params.paymentIntentId, buyerProof),
    { limits: ({ params, ip }) => paymentReadLimits(ports, { checkout: params.paymentIntentId, ip }) },
  )
  api.on(
    purchasesContract.processRecentPurchase,
    ({ params, buyer: buyerProof }) => settleLatestCheckout(ports, params.id, buyerProof),
    { limits: (call) => readLimitsOfItem(ports, call) },
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
    { limits: (call) => readLimitsOfItem(ports, call) },
  )
  api.on(purchasesContract.getAccess, ({ params, findViewer, buyer: proof, isPreview }) =>
    getAccessByToken(ports, { token: params.token, findViewer, proof, isPreview }),
  )
  api.file(accessContract.getPurchasedImage, ({ params, query, findViewer }) =>
    getPurchasedImage(ports, params.token, { query, findViewer }),
  )
  api.file(accessContract.getThumbnail, ({ params, query, findViewer }) =>
    getThumbnail(ports, params.token, { partId: query.part, findViewer }),
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
