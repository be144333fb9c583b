import * as refundsContract from '../../../contract/refunds.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import {
  decideRefundRequest,
  getRefundRequest,
  listRefundRequests,
  listRefundReviews,
} from './decide-refund.ts'

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
