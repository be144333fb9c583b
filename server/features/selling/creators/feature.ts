import type { Feature } from '../../feature.ts'
import { enqueueFollowerUpdates } from './follow.ts'
import { creatorRoutes } from './routes.ts'

export const creators = {
  name: 'selling/creators',
  routes: creatorRoutes,
  periodic: [{ steps: [enqueueFollowerUpdates] }],
} satisfies Feature
