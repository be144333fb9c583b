import * as reportContract from '../../../../contract/analytics.ts'
import * as proContract from '../../../../contract/pro.ts'
import type { Feature } from '../../feature.ts'
import { exportReportCsv, getAnalyticsReport } from '../analytics/report.ts'
import { getBranding, getLogo, removeLogo, setLogo, updateBranding } from './branding.ts'
import { listBetas, setBetaFeature } from './early-access.ts'
import { unsubscribeFromSummary } from './unsubscribe.ts'
import { enqueueWeeklySummaries, weeklySummaryEmails } from './weekly-summary.tsx'

export const pro = {
  name: 'earning/pro',
  routes(api, ports) {
    api.on(
      reportContract.getAnalyticsReport,
      ({ viewer, query }) => getAnalyticsReport(ports, viewer, query),
      {
        limits: ({ viewer }) => [{ key: `analysis/${viewer.id}`, max: 120, windowMs: 60_000 }],
      },
    )
    api.file(reportContract.exportAnalyticsReport, ({ viewer, query }) =>
      exportReportCsv(ports, viewer, query),
    )
    api.on(proContract.getBranding, ({ viewer }) => getBranding(ports, viewer))
    api.on(proContract.updateBranding, ({ viewer, body }) => updateBranding(ports, viewer, body))
    api.upload(proContract.setLogo, ({ viewer }, form) => setLogo(ports, viewer, form))
    api.on(proContract.removeLogo, ({ viewer }) => removeLogo(ports, viewer))
    api.file(proContract.getLogo, ({ params }) => getLogo(ports, params.id))
    api.on(proContract.listBetaFeatures, ({ viewer }) => listBetas(ports, viewer))
    api.on(proContract.setBetaFeature, ({ viewer, body }) => setBetaFeature(ports, viewer, body))
    api.redirect(proContract.openSummarySetting, async () => '/settings')
    api.oneClick(
      proContract.unsubscribeFromSummary,
      ({ params }) => unsubscribeFromSummary(ports, params.token),
      () => '/settings',
    )
  },
  periodic: [{ steps: [enqueueWeeklySummaries] }],
  emails: weeklySummaryEmails,
} satisfies Feature
