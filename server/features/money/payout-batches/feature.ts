import { type Feature, keptAlways } from '../../feature.ts'
import { makeBatches } from './make-batches.ts'
import { applyResult, resumeResults } from './record-result.ts'
import { payoutBatchRoutes } from './routes.ts'

export const payoutBatches = {
  name: 'money/payout-batches',
  routes: payoutBatchRoutes,
  jobs: { 'make-payout-batches': makeBatches, 'record-payout-result': applyResult },
  periodic: [{ steps: [resumeResults], withAnyClock: true }],
  retention: [keptAlways(['payout_batches', 'payout_results'], 'files of payouts and their results')],
} satisfies Feature
