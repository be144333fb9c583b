import type { Feature } from '../../feature.ts'
import { payoutRoutes } from './routes.ts'
import { resumeStaleRuns, startCalendarRun } from './runs.ts'
import { retryTransfers } from './transfers.ts'

export const payouts = {
  name: 'money/payouts',
  routes: payoutRoutes,
  periodic: [{ steps: [startCalendarRun, resumeStaleRuns] }, { steps: [retryTransfers] }],
} satisfies Feature
