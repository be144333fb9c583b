import * as accessContract from '../../../contract/access.ts'
import * as receiptsContract from '../../../contract/receipts.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { sendAccessLinks } from '../access/lost-links.ts'
import { accessLinksRateLimits } from '../access/rate-limits.ts'
import { getReceipt } from '../access/receipt.ts'
import { correctionPdf, receiptPdf } from '../access/receipt-pdf.ts'
import { getRefundEligibility } from './refund-terms.ts'
import { requestRefund } from './request-refund.ts'

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
