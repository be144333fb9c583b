import * as accessContract from '../../../../contract/access.ts'
import * as refundsContract from '../../../../contract/refunds.ts'
import { type Feature, keptAlways } from '../../feature.ts'
import {
  decideRefundRequest,
  getRefundRequest,
  listRefundRequests,
  listRefundReviews,
  refundUnansweredRequests,
} from './decide-refund.ts'
import { refundRequestEmails } from './emails.tsx'
import { retryPendingRefunds } from './execute-refund.ts'
import { refundInbox } from './inbox.ts'
import { purchaseEmails } from './purchase-emails.ts'
import { getRefundEligibility, requestRefund } from './request-refund.ts'

export const refunds = {
  name: 'buying/refunds',
  inbox: { refund: refundInbox },
  routes(api, ports) {
    api.on(accessContract.getRefundEligibility, ({ params }) => getRefundEligibility(ports, params.token))
    api.on(accessContract.requestRefund, ({ params, body }) =>
      requestRefund(ports, params.token, body.reason),
    )
    api.on(refundsContract.listRefundRequests, ({ viewer }) => listRefundRequests(ports, viewer))
    api.on(refundsContract.listRefundReviews, () => listRefundReviews(ports))
    api.on(refundsContract.getRefundRequest, ({ viewer, params, query }) =>
      getRefundRequest(ports, viewer, { id: params.id, amount: query.amount }),
    )
    api.on(refundsContract.decideRefundRequest, ({ viewer, params, body }) =>
      decideRefundRequest(ports, viewer, params.id, body),
    )
  },
  periodic: [{ steps: [retryPendingRefunds, refundUnansweredRequests] }],
  emails: { ...purchaseEmails, ...refundRequestEmails },
  retention: [keptAlways(['refunds', 'refund_requests', 'disputes'], 'refunds and disputes')],
} satisfies Feature
