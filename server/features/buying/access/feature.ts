import type { Feature } from '../../feature.ts'
import { accessLinkEmails, notifyOwner } from './links.ts'
import { accessRoutes } from './routes.ts'

export const access = {
  name: 'buying/access',
  routes: accessRoutes,
  jobs: { 'notify-owner': notifyOwner },
  emails: accessLinkEmails,
} satisfies Feature
