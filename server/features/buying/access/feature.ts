import type { Feature } from '../../feature.ts'
import { accessRoutes } from './routes.ts'

export const access = {
  name: 'buying/access',
  routes: accessRoutes,
} satisfies Feature
