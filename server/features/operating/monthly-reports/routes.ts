import * as adminOverviewContract from '../../../../contract/admin-overview.ts'
import * as adminContract from '../../../../contract/admin-payouts.ts'
import * as adminMonthsContract from '../../../../contract/admin-payouts.ts'
import * as adminPeopleContract from '../../../../contract/admin-people.ts'
import * as adminPurchasesContract from '../../../../contract/admin-purchases.ts'
import * as deliveriesContract from '../../../../contract/deliveries.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { remindPayoutMethod } from '../../money/payouts/remind-payout-method.ts'
import { listCreators, reinstateCreator, suspendCreator } from '../moderation/creators.ts'
import {
  correctPurchaseEmail,
  dismissDuplicate,
  getPurchaseDetail,
  previewRefund,
  refundPurchaseAsAdmin,
  restoreAccess,
  revokeAccess,
  searchPurchases,
} from '../orders/orders.ts'
import { listDeliveries, resendDelivery } from '../overview/deliveries.ts'
import {
  getOverview,
  listAlerts,
  listDisputes,
  listFailedJobs,
  listFailedRefunds,
  resolveAlert,
  retryJob,
} from '../overview/overview.ts'
import {
  changePersonRole,
  invitePerson,
  listPeople,
  removePerson,
  withdrawInvitation,
} from '../staff/people.ts'
import { creatorPayoutsCsv, monthlyReportCsv } from './csv.ts'
import {
  creatorPayouts,
  getMonthlyTrends,
  getPayoutBreakdown,
  listCreatorPayoutsPage,
  monthlyReports,
  payoutSummary,
} from './reports.ts'

export function adminRoutes(api: Api, ports: Ports) {
  peopleRoutes(api, ports)
  api.on(adminContract.getPayoutSummary, ({ query }) => payoutSummary(ports, query))
  api.on(adminContract.getCreatorPayouts, async ({ query, setHeader }) => {
    const { creators, total } = await creatorPayouts(ports, query)
    setHeader('x-total-count', String(total))
    return creators
  })
  api.on(adminMonthsContract.listCreatorPayouts, ({ query }) => listCreatorPayoutsPage(ports, query))
  api.on(adminMonthsContract.getPayoutBreakdown, ({ query }) => getPayoutBreakdown(ports, query))
  api.on(adminMonthsContract.getMonthlyTrends, () => getMonthlyTrends(ports))
  api.on(adminMonthsContract.remindPayoutMethod, ({ params }) => remindPayoutMethod(ports, params.id))
  api.on(adminContract.getMonthlyReports, () => monthlyReports(ports))
  api.file(adminContract.exportCreatorPayoutsCsv, ({ query }) => creatorPayoutsCsv(ports, query))
  api.file(adminMonthsContract.getMonthlyReportFile, ({ query }) => monthlyReportCsv(ports, query))

  api.on(adminOverviewContract.getAdminOverview, () => getOverview(ports))
  api.on(adminOverviewContract.listAlerts, ({ query }) => listAlerts(ports, query))
  api.on(adminOverviewContract.resolveAlert, ({ viewer, params, body }) =>
    resolveAlert(ports, viewer, { id: params.id, note: body.resolutionNote }),
  )
  api.on(adminOverviewContract.listFailedJobs, () => listFailedJobs(ports))
  api.on(adminOverviewContract.retryJob, ({ viewer, params }) => retryJob(ports, viewer, params.id))
  api.on(deliveriesContract.listDeliveries, ({ query }) => listDeliveries(ports, query))
  api.on(deliveriesContract.resendDelivery, ({ viewer, params }) => resendDelivery(ports, viewer, params.id))
  api.on(adminOverviewContract.listDisputes, ({ query }) => listDisputes(ports, query))
  api.on(adminOverviewContract.listFailedRefunds, () => listFailedRefunds(ports))

  api.on(adminOverviewContract.listCreators, ({ query }) => listCreators(ports, query))
  api.on(adminOverviewContract.suspendCreator, ({ viewer, params, body }) =>
    suspendCreator(ports, viewer, { id: params.id, reason: body.reason }),
  )
  api.on(adminOverviewContract.restoreCreator, ({ viewer, params }) =>
    reinstateCreator(ports, viewer, params.id),
  )

  api.on(adminPurchasesContract.searchPurchases, ({ query }) => searchPurchases(ports, query))
  api.on(adminPurchasesContract.getPurchaseDetail, ({ params }) => getPurchaseDetail(ports, params.id))
  api.on(adminPurchasesContract.previewRefundAsAdmin, ({ params, query }) =>
    previewRefund(ports, { id: params.id, amount: query.amount }),
  )
  api.on(adminPurchasesContract.refundAsAdmin, ({ viewer, params, body }) =>
    refundPurchaseAsAdmin(ports, viewer, { ...body, id: params.id }),
  )
  api.on(adminPurchasesContract.revokeAccessAsAdmin, ({ viewer, params, body }) =>
    revokeAccess(ports, viewer, { id: params.id, reason: body.reason }),
  )
  api.on(adminPurchasesContract.correctPurchaseEmailAsAdmin, ({ viewer, params, body }) =>
    correctPurchaseEmail(ports, viewer, { ...body, id: params.id }),
  )
  api.on(adminPurchasesContract.restoreAccessAsAdmin, ({ viewer, params }) =>
    restoreAccess(ports, viewer, params.id),
  )
  api.on(adminPurchasesContract.dismissDuplicate, ({ viewer, params }) =>
    dismissDuplicate(ports, viewer, params.id),
  )
}

/** Who may open the admin pages. */
function peopleRoutes(api: Api, ports: Ports) {
  api.on(adminPeopleContract.listPeople, () => listPeople(ports))
  api.on(adminPeopleContract.invitePerson, ({ viewer, body }) => invitePerson(ports, viewer, body))
  api.on(adminPeopleContract.changePersonRole, ({ viewer, params, body }) =>
    changePersonRole(ports, viewer, { id: params.id, role: body.role }),
  )
  api.on(adminPeopleContract.removePerson, ({ viewer, params }) => removePerson(ports, viewer, params.id))
  api.on(adminPeopleContract.withdrawInvitation, ({ viewer, params }) =>
    withdrawInvitation(ports, viewer, params.email),
  )
}
