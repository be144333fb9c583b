import { rowsBefore } from '../../../db/delete-batch.ts'
import { copyRequests } from '../../../db/schema/index.ts'
import type { Feature } from '../../feature.ts'
import { copyEmails } from './emails.tsx'
import { offerCopies } from './requests.ts'
import { copyRoutes } from './routes.ts'

export const copies = {
  name: 'selling/copies',
  routes: copyRoutes,
  jobs: { 'offer-copies': offerCopies },
  emails: copyEmails,
  retention: [
    {
      store: 'copy_requests',
      data: 'addresses that wait for copies of a sold-out item, until the one email is sent',
      keepDays: 400,
      since: 'the request',
      deleteBatch: rowsBefore(copyRequests, copyRequests.createdAt),
    },
  ],
} satisfies Feature
