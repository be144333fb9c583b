import * as aftercareContract from '../../../contract/aftercare.ts'
import * as receiptsContract from '../../../contract/receipts.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { accessLinksRateLimits } from './limits.ts'
import { sendAccessLinks } from './lost-links.ts'
import { getReceipt } from './receipt.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { requestRefund } from './refund-requests.ts'
import { getRefundEligibility } from './refund-terms.ts'

/** What a buyer may need later: links that were lost, and money back. */
export function aftercareRoutes(api: Api, ports: Ports) {
  api.on(aftercareContract.sendAccessLinks, ({ body }) => sendAccessLinks(ports, body.email), {
    limits: ({ body, ip }) => accessLinksRateLimits(ports, body.email, ip),
  })
  api.on(receiptsContract.getReceipt, ({ params }) => getReceipt(ports, params.token))
  api.file(receiptsContract.getReceiptPdf, ({ params, ip }) => receiptPdf(ports, { token: params.token, ip }))
  api.on(aftercareContract.getRefundEligibility, ({ params }) => getRefundEligibility(ports, params.token))
  api.on(aftercareContract.requestRefund, ({ params, body }) =>
    requestRefund(ports, params.token, body.reason),
  )
}
