import type { Ports } from '../../../ports/index.ts'
import type { Feature } from '../../feature.ts'
import { endLapsedHolds } from '../../selling/reservations/copies.ts'
import { recordPeriodicRun } from '../../site/instance/health.ts'
import { checkCheckoutSurges, settleDueCheckouts } from './jobs.ts'
import { purchaseRoutes } from './routes.ts'

/** Last in its lane: /metrics shows how long ago a sweep of checkouts ended. */
const recordSweep = ({ db, clock }: Ports) => recordPeriodicRun(db, clock.now())

export const checkout = {
  name: 'buying/checkout',
  routes: purchaseRoutes,
  periodic: [{ steps: [endLapsedHolds, settleDueCheckouts, recordSweep] }, { steps: [checkCheckoutSurges] }],
} satisfies Feature
