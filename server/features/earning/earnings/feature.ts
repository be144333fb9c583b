import * as earningsContract from '../../../../contract/earnings.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { getBalanceBreakdown, getDashboardStats, getEarningsStats } from './service.ts'

export function earningsRoutes(api: Api, ports: Ports) {
  api.on(earningsContract.getDashboardStats, ({ viewer }) => getDashboardStats(ports, viewer))
  api.on(earningsContract.getEarningsStats, ({ viewer }) => getEarningsStats(ports, viewer))
  api.on(earningsContract.getBalanceBreakdown, ({ viewer }) => getBalanceBreakdown(ports, viewer))
}
