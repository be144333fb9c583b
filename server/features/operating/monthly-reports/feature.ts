import * as adminContract from '../../../../contract/admin-payouts.ts'
import { type Feature, keptAlways } from '../../feature.ts'
import { remindPayoutMethod } from '../../money/payouts/remind-payout-method.ts'
import { creatorPayoutsCsv, monthlyReportCsv } from './csv.ts'
import {
  closeMonthlyReports,
  creatorPayouts,
  getMonthlyTrends,
  getPayoutBreakdown,
  listCreatorPayoutsPage,
  monthlyReports as listMonthlyReports,
  payoutSummary,
} from './reports.ts'

export const monthlyReports = {
  name: 'operating/monthly-reports',
  routes(api, ports) {
    api.on(adminContract.getPayoutSummary, ({ query }) => payoutSummary(ports, query))
    api.on(adminContract.getCreatorPayouts, async ({ query, setHeader }) => {
      const { creators, total } = await creatorPayouts(ports, query)
      setHeader('x-total-count', String(total))
      return creators
    })
    api.on(adminContract.listCreatorPayouts, ({ query }) => listCreatorPayoutsPage(ports, query))
    api.on(adminContract.getPayoutBreakdown, ({ query }) => getPayoutBreakdown(ports, query))
    api.on(adminContract.getMonthlyTrends, () => getMonthlyTrends(ports))
    api.on(adminContract.remindPayoutMethod, ({ params }) => remindPayoutMethod(ports, params.id))
    api.on(adminContract.getMonthlyReports, () => listMonthlyReports(ports))
    api.file(adminContract.exportCreatorPayoutsCsv, ({ query }) => creatorPayoutsCsv(ports, query))
    api.file(adminContract.getMonthlyReportFile, ({ query }) => monthlyReportCsv(ports, query))
  },
  periodic: [{ steps: [closeMonthlyReports] }],
  retention: [keptAlways(['monthly_reports', 'monthly_report_lines'], 'reports of closed months')],
} satisfies Feature
