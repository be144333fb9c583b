import { sql } from 'drizzle-orm'
import * as analyticsContract from '../../../../contract/analytics.ts'
import { rowsWhere } from '../../../db/delete-batch.ts'
import { dailyViewSources } from '../../../db/schema/index.ts'
import { analyticsDays } from '../../buying/purchases/retention.ts'
import { type Feature, keptAlways } from '../../feature.ts'
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
  retention: [
    {
      store: 'daily_view_sources',
      data: 'where visitors came from',
      keepDays: analyticsDays,
      since: 'the day',
      deleteBatch: rowsWhere(
        dailyViewSources,
        (before) => sql`${dailyViewSources.day} < (${before}::timestamptz at time zone 'UTC')::date`,
      ),
    },
    {
      stores: ['daily_visitors', 'visitor_hash_salts'],
      data: 'hashes of visitors and their salt',
      kept: 'until midnight UTC',
    },
    keptAlways(['content_daily_rollups', 'creator_daily_rollups'], 'sums without personal data'),
  ],
} satisfies Feature
