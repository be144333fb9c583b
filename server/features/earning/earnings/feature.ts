import * as earningsContract from '../../../../contract/earnings.ts'
import type { Feature } from '../../feature.ts'
import { getBalanceBreakdown, getDashboardStats, getEarningsStats } from './service.ts'

export const earnings = {
  name: 'earning/earnings',
  routes(api, ports) {
    api.on(earningsContract.getDashboardStats, ({ viewer }) => getDashboardStats(ports, viewer))
    api.on(earningsContract.getEarningsStats, ({ viewer }) => getEarningsStats(ports, viewer))
    api.on(earningsContract.getBalanceBreakdown, ({ viewer }) => getBalanceBreakdown(ports, viewer))
  },
} satisfies Feature
