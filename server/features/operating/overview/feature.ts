import * as contract from '../../../../contract/admin-overview.ts'
import * as deliveriesContract from '../../../../contract/deliveries.ts'
import type { Feature } from '../../feature.ts'
import { decideStuckDeliveries, listDeliveries, resendDelivery } from './deliveries.ts'
import { disputeInbox, failedRefundInbox, jobInbox } from './inbox.ts'
import {
  listAlerts,
  listDisputes,
  listFailedJobs,
  listFailedRefunds,
  resolveAlert,
  retryJob,
} from './overview.ts'

export const overview = {
  name: 'operating/overview',
  routes(api, ports) {
    api.on(contract.listAlerts, ({ query }) => listAlerts(ports, query))
    api.on(contract.resolveAlert, ({ viewer, params, body }) =>
      resolveAlert(ports, viewer, { id: params.id, note: body.resolutionNote }),
    )
    api.on(contract.listFailedJobs, () => listFailedJobs(ports))
    api.on(contract.retryJob, ({ viewer, params }) => retryJob(ports, viewer, params.id))
    api.on(deliveriesContract.listDeliveries, ({ query }) => listDeliveries(ports, query))
    api.on(deliveriesContract.resendDelivery, ({ viewer, params }) =>
      resendDelivery(ports, viewer, params.id),
    )
    api.on(deliveriesContract.decideStuckDeliveries, ({ viewer, body }) =>
      decideStuckDeliveries(ports, viewer, body),
    )
    api.on(contract.listDisputes, ({ query }) => listDisputes(ports, query))
    api.on(contract.listFailedRefunds, () => listFailedRefunds(ports))
  },
  inbox: { dispute: disputeInbox, failed_refund: failedRefundInbox, job: jobInbox },
} satisfies Feature
