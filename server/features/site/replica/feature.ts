import type { Feature } from '../../feature.ts'
import { checkReplica } from './check-replica.ts'

export const replica = {
  name: 'site/replica',
  periodic: [{ steps: [checkReplica], withAnyClock: true }],
} satisfies Feature
