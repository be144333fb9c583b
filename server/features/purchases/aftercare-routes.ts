import {
  getRefundTerms,
  requestRefund as requestRefundRoute,
  sendLostLinks,
} from '../../../contract/aftercare.ts'
import { getReceipt, getReceiptPdf } from '../../../contract/receipts.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { lostLinkLimits } from './limits.ts'
import { mailLostLinks } from './lost-links.ts'
import { receiptOf } from './receipt.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { requestRefund } from './refund-requests.ts'
import { refundTerms } from './refund-terms.ts'

/** What a buyer may need later: links that were lost, and money back. */
export function aftercareRoutes(api: Api, ports: Ports) {
  api.on(sendLostLinks, ({ body }) => mailLostLinks(ports, body.email), {
    limits: ({ body, ip }) => lostLinkLimits(ports, body.email, ip),
  })
  api.on(getReceipt, ({ params }) => receiptOf(ports, params.token))
  api.file(getReceiptPdf, ({ params, ip }) => receiptPdf(ports, { token: params.token, ip }))
  api.on(getRefundTerms, ({ params }) => refundTerms(ports, params.token))
  api.on(requestRefundRoute, ({ params, body }) => requestRefund(ports, params.token, body.reason))
}
