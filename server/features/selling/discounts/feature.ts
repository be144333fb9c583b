import { type Feature, keptAlways } from '../../feature.ts'
import { discountsTable } from './exported-table.ts'
import { discountRoutes } from './routes.ts'

export const discounts = {
  name: 'selling/discounts',
  routes: discountRoutes,
  retention: [keptAlways(['discounts', 'discount_items'], 'codes, which sales name; deleted ones too')],
  exportedTables: (db, creatorId) => [discountsTable(db, creatorId)],
} satisfies Feature
