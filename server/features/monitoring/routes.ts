import { getAdminHealth } from '../../../contract/admin-health.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { getHealth } from './health.ts'

export function monitoringRoutes(api: Api, ports: Ports, version: string) {
  api.on(getAdminHealth, () => getHealth(ports, version))
}
