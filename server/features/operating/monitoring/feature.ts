import { getAdminHealth } from '../../../../contract/monitoring.ts'
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
} satisfies Feature
