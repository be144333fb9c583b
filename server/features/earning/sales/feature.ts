import type { Feature } from '../../feature.ts'
import { salesRoutes } from './routes.ts'

export const sales = {
  name: 'earning/sales',
  routes: salesRoutes,
} satisfies Feature
