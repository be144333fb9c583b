import { sql } from 'drizzle-orm'
import { isBefore, rowsBefore, rowsWhere } from '../../../db/delete-batch.ts'
import * as tables from '../../../db/schema/index.ts'
import type { Feature } from '../../feature.ts'
import { followerEmails } from './emails.tsx'
import { followersTable } from './exported-table.ts'
import { enqueueFollowerUpdates, notifyFollowers } from './follow.ts'
import { creatorRoutes } from './routes.ts'

export const creators = {
  name: 'selling/creators',
  routes: creatorRoutes,
  jobs: { 'notify-followers': notifyFollowers },
  periodic: [{ steps: [enqueueFollowerUpdates] }],
  emails: followerEmails,
  retention: [
    {
      store: 'followers',
      data: 'requests to follow a creator that were not confirmed',
      keepDays: 7,
      since: 'the request',
      deleteBatch: rowsWhere(
        tables.followers,
        (before) =>
          sql`${tables.followers.confirmedAt} is null and ${isBefore(tables.followers.createdAt, before)}`,
      ),
    },
    {
      store: 'followers',
      data: 'followers who unsubscribed',
      keepDays: 30,
      since: 'unsubscribing',
      deleteBatch: rowsBefore(tables.followers, tables.followers.unsubscribedAt),
    },
    {
      stores: ['followers', 'follower_update_items'],
      data: 'confirmed followers, and which items they were told about',
      kept: 'until they unsubscribe or the account is closed',
    },
  ],
  exportedTables: (db, creatorId) => [followersTable(db, creatorId)],
} satisfies Feature
