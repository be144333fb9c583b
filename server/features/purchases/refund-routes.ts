import { decideRefundRequest, getRefundRequest, listRefundRequests } from '../../../contract/refunds.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { decideRefund, refundOutlook, refundRequestsOf } from './refund-decisions.ts'

/** What a creator does about money that buyers want back. */
export function refundRoutes(api: Api, ports: Ports) {
  api.on(listRefundRequests, ({ viewer }) => refundRequestsOf(ports, viewer))
  api.on(getRefundRequest, ({ viewer, params, query }) =>
    refundOutlook(ports, viewer, { id: params.id, amount: query.amount }),
  )
  api.on(decideRefundRequest, ({ viewer, params, body }) => decideRefund(ports, viewer, params.id, body))
}
