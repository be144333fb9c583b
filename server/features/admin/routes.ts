import {
  exportPayouts,
  getCreatorPayouts,
  getMonthlyReports,
  getPayoutSummary,
} from '../../../contract/admin.ts'
import {
  getDesk,
  listAlerts,
  listCreators,
  listDisputes,
  listFailedRefunds,
  listFaults,
  resolveAlert,
  restoreCreator,
  retryJob,
  retryMail,
  suspendCreator,
} from '../../../contract/admin-desk.ts'
import { getCreatorMonth, getMonthlyReportFile } from '../../../contract/admin-months.ts'
import {
  closeAccessAsAdmin,
  findPurchases,
  getPurchaseRecord,
  previewRefundAsAdmin,
  refundAsAdmin,
  reopenAccessAsAdmin,
  settleDouble,
} from '../../../contract/admin-purchases.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { listAccounts, restore, suspend } from './creators.ts'
import { listAlertsIn, listDisputesIn, listRefundsThatFailed, settleAlert, showDesk } from './desk.ts'
import { doAgain, sendMailAgain, showFaults } from './faults.ts'
import { creatorPage, creatorPayouts, monthlyReports, payoutSummary } from './months.ts'
import {
  closeBought,
  findBought,
  notDouble,
  refundBought,
  refundOutlook,
  reopenBought,
  showRecord,
} from './purchases.ts'
import { payoutsFile, reportFile } from './report-file.ts'

export function adminRoutes(api: Api, ports: Ports) {
  api.on(getPayoutSummary, ({ query }) => payoutSummary(ports, query))
  api.on(getCreatorPayouts, ({ query }) => creatorPayouts(ports, query))
  api.on(getCreatorMonth, ({ query }) => creatorPage(ports, query))
  api.on(getMonthlyReports, () => monthlyReports(ports))
  api.file(exportPayouts, ({ query }) => payoutsFile(ports, query))
  api.file(getMonthlyReportFile, ({ query }) => reportFile(ports, query))

  api.on(getDesk, () => showDesk(ports))
  api.on(listAlerts, ({ query }) => listAlertsIn(ports, query))
  api.on(resolveAlert, ({ viewer, params, body }) =>
    settleAlert(ports, viewer, { id: params.id, note: body.note }),
  )
  api.on(listFaults, () => showFaults(ports))
  api.on(retryJob, ({ viewer, params }) => doAgain(ports, viewer, params.id))
  api.on(retryMail, ({ viewer, params }) => sendMailAgain(ports, viewer, params.id))
  api.on(listDisputes, ({ query }) => listDisputesIn(ports, query))
  api.on(listFailedRefunds, () => listRefundsThatFailed(ports))

  api.on(listCreators, ({ query }) => listAccounts(ports, query))
  api.on(suspendCreator, ({ viewer, params, body }) =>
    suspend(ports, viewer, { id: params.id, reason: body.reason }),
  )
  api.on(restoreCreator, ({ viewer, params }) => restore(ports, viewer, params.id))

  api.on(findPurchases, ({ query }) => findBought(ports, query))
  api.on(getPurchaseRecord, ({ params }) => showRecord(ports, params.id))
  api.on(previewRefundAsAdmin, ({ params, query }) =>
    refundOutlook(ports, { id: params.id, amount: query.amount }),
  )
  api.on(refundAsAdmin, ({ viewer, params, body }) => refundBought(ports, viewer, { ...body, id: params.id }))
  api.on(closeAccessAsAdmin, ({ viewer, params, body }) =>
    closeBought(ports, viewer, { id: params.id, reason: body.reason }),
  )
  api.on(reopenAccessAsAdmin, ({ viewer, params }) => reopenBought(ports, viewer, params.id))
  api.on(settleDouble, ({ viewer, params }) => notDouble(ports, viewer, params.id))
}
