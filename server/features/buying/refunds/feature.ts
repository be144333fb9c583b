import * as accessContract from '../../../../contract/access.ts'
import * as receiptsContract from '../../../../contract/receipts.ts'
import * as refundsContract from '../../../../contract/refunds.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { accessLinksRateLimits } from '../access/buyer-proof.ts'
import { sendAccessLinks } from '../access/links.ts'
import { correctionPdf, getReceipt, receiptPdf } from '../access/receipt.ts'
import {
  decideRefundRequest,
  getRefundRequest,
  listRefundRequests,
  listRefundReviews,
} from './decide-refund.ts'
import { getRefundEligibility, requestRefund } from './request-refund.ts'

/** Routes for a creator's refund requests. */
export function refundRoutes(api: Api, ports: Ports) {
  api.on(refundsContract.listRefundRequests, ({ viewer }) => listRefundRequests(ports, viewer))
  api.on(refundsContract.listRefundReviews, () => listRefundReviews(ports))
  api.on(refundsContract.getRefundRequest, ({ viewer, params, query }) =>
    getRefundRequest(ports, viewer, { id: params.id, amount: query.amount }),
  )
  api.on(refundsContract.decideRefundRequest, ({ viewer, params, body }) =>
    decideRefundRequest(ports, viewer, params.id, body),
  )
}

/** Routes for buyers after a purchase: lost links and refunds. */
export function buyerRefundRoutes(api: Api, ports: Ports) {
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
  api.on(accessContract.getRefundEligibility, ({ params }) => getRefundEligibility(ports, params.token))
  api.on(accessContract.requestRefund, ({ params, body }) => requestRefund(ports, params.token, body.reason))
}
