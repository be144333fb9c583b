import { deleteExpiredCounters } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import type { Feature } from '../../feature.ts'
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
    {
      stores: ['instance'],
      data: 'the state of the instance',
      kept: 'always',
    },
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
