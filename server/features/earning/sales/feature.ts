import type { Feature } from '../../feature.ts'
import { salesTable } from './exported-table.ts'
import { salesRoutes } from './routes.ts'

export const sales = {
  name: 'earning/sales',
  routes: salesRoutes,
  exportedTables: (db, creatorId) => [salesTable(db, creatorId)],
} satisfies Feature
