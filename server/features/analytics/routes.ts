import * as analyticsContract from '../../../contract/analytics.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { getEarningsHistory } from './earnings-history.ts'
import { getContentStats } from './service.ts'
import type { ViewCounter } from './view-buffer.ts'

export function analyticsRoutes(api: Api, ports: Ports, views: ViewCounter) {
  api.on(analyticsContract.recordView, async ({ params, body, viewer, headers, ip }) => {
    const view = {
      ...body,
      contentId: params.id,
      viewerId: viewer?.id,
      address: ip,
      agent: headers['user-agent'],
    }
    views.record(view)
    return { recorded: true as const }
  })
  api.on(analyticsContract.getContentStats, ({ viewer, params }) => getContentStats(ports, viewer, params.id))
  api.on(analyticsContract.getEarningsHistory, ({ viewer, query }) =>
    getEarningsHistory(ports, viewer, query.period),
  )
}
