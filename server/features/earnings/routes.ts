import { getEarnings, getStats } from '../../../contract/earnings.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { showEarnings, showStats } from './service.ts'

export function earningsRoutes(api: Api, ports: Ports) {
  api.on(getStats, ({ viewer }) => showStats(ports, viewer))
  api.on(getEarnings, ({ viewer }) => showEarnings(ports, viewer))
}
