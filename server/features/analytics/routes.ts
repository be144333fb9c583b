import { countView, getEarningsHistory, getItemNumbers } from '../../../contract/analytics.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import type { ViewCounter } from './counter.ts'
import { earningsHistory, itemNumbers } from './service.ts'

export function analyticsRoutes(api: Api, ports: Ports, views: ViewCounter) {
  api.on(countView, async ({ params, body, viewer, headers, ip }) => {
    const view = {
      ...body,
      contentId: params.id,
      viewerId: viewer?.id,
      address: ip,
      agent: headers['user-agent'],
    }
    views.saw(view)
    return { seen: true as const }
  })
  api.on(getItemNumbers, ({ viewer, params }) => itemNumbers(ports, viewer, params.id))
  api.on(getEarningsHistory, ({ viewer, query }) => earningsHistory(ports, viewer, query.period))
}
