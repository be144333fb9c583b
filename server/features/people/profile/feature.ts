import { rowsBefore } from '../../../db/delete-batch.ts'
import * as tables from '../../../db/schema/index.ts'
import type { Feature } from '../../feature.ts'
import { accountSettingsRoutes } from './routes.ts'

export const profile = {
  name: 'people/profile',
  routes: accountSettingsRoutes,
  retention: [
    {
      store: 'email_change_requests',
      data: 'requests that were not confirmed',
      keepDays: 1,
      since: 'expiry',
      deleteBatch: rowsBefore(tables.emailChangeRequests, tables.emailChangeRequests.expiresAt),
    },
  ],
} satisfies Feature
