import { rowsBefore } from '../../../db/delete-batch.ts'
import * as tables from '../../../db/schema/index.ts'
import type { Feature } from '../../feature.ts'
import { testPurchaseEmails } from './emails.tsx'
import { testPurchaseRoutes } from './routes.ts'

export const testPurchases = {
  name: 'buying/test-purchases',
  routes: testPurchaseRoutes,
  emails: testPurchaseEmails,
  retention: [
    {
      store: 'test_purchases',
      data: 'test purchases, whose links are valid for a day',
      keepDays: 7,
      since: 'the purchase',
      deleteBatch: rowsBefore(tables.testPurchases, tables.testPurchases.createdAt),
    },
  ],
} satisfies Feature
