import { deleteExpiredCounters } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import { type Feature, keptAlways } from '../../feature.ts'
import { checkClock } from './clock-skew.ts'
import { checkProvider } from './health.ts'
import { systemRoutes } from './routes.ts'

const deleteExpiredRateLimits = ({ db, clock }: Ports) => deleteExpiredCounters(db, clock.now())

export const instance = {
  name: 'site/instance',
  routes: systemRoutes,
  periodic: [
    { steps: [checkClock], withAnyClock: true },
    { steps: [checkProvider], withAnyClock: true },
    { steps: [deleteExpiredRateLimits] },
  ],
  retention: [
    keptAlways(['instance'], 'the state of the instance'),
    {
      stores: ['rate_limits'],
      data: 'counters under hashed keys',
      kept: 'until their window ends, at most a day',
    },
    {
      stores: ['pgboss'],
      data: 'jobs of the queue',
      kept: '1 day after they end',
    },
  ],
} satisfies Feature
