import * as analyticsContract from '../../../../contract/analytics.ts'
import type { Feature } from '../../feature.ts'
import { getEarningsHistory } from './earnings-history.ts'
import { getContentStats } from './service.ts'
import { deleteExpiredVisitors, viewCounterOf } from './view-buffer.ts'

export const analytics = {
  name: 'earning/analytics',
  routes(api, ports) {
    const views = viewCounterOf(ports)
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
    api.on(analyticsContract.getContentStats, ({ viewer, params }) =>
      getContentStats(ports, viewer, params.id),
    )
    api.on(analyticsContract.getEarningsHistory, ({ viewer, query }) =>
      getEarningsHistory(ports, viewer, query.period),
    )
    return views.stop
  },
  periodic: [{ steps: [deleteExpiredVisitors] }],
} satisfies Feature
