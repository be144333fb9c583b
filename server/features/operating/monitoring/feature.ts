import { getAdminHealth } from '../../../../contract/monitoring.ts'
import { rowsBefore } from '../../../db/delete-batch.ts'
import * as tables from '../../../db/schema/index.ts'
import type { Feature } from '../../feature.ts'
import { getHealth } from './health.ts'
import { startHeartbeat } from './heartbeat.ts'
import { countRequests, recordReadings } from './samples.ts'

export const monitoring = {
  name: 'operating/monitoring',
  routes(api, ports, { version }) {
    api.on(getAdminHealth, () => getHealth(ports, version))
  },
  periodic: [{ steps: [recordReadings], withAnyClock: true }],
  inEveryProcess(ports, { app, version }) {
    const requests = countRequests(app)
    let heartbeat: ReturnType<typeof startHeartbeat> | undefined
    app.addHook('onListen', async () => {
      heartbeat = startHeartbeat(ports, { version, requests })
    })
    return async () => heartbeat?.stop()
  },
  retention: [
    {
      store: 'health_samples',
      data: 'figures of the charts on `/admin/health`',
      keepDays: 14,
      since: 'the reading',
      deleteBatch: rowsBefore(tables.healthSamples, tables.healthSamples.takenAt),
    },
    {
      store: 'process_heartbeats',
      data: 'processes that ended without a stop',
      keepDays: 1,
      since: 'the last sign of life',
      deleteBatch: rowsBefore(tables.processHeartbeats, tables.processHeartbeats.seenAt),
    },
  ],
} satisfies Feature
