import type { Feature } from '../../feature.ts'
import { testPurchaseRoutes } from './routes.ts'

export const testPurchases = {
  name: 'buying/test-purchases',
  routes: testPurchaseRoutes,
} satisfies Feature
