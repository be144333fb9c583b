import type { Feature } from '../../feature.ts'
import { freeEmails } from './emails.tsx'
import { freeRoutes } from './routes.ts'

/** What costs nothing: links to confirmed addresses, and the access link by email for who wants it. */
export const free = {
  name: 'buying/free',
  routes: freeRoutes,
  emails: freeEmails,
} satisfies Feature
