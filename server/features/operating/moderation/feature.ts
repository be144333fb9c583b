import { type Feature, keptAlways } from '../../feature.ts'
import { contentReviewEmails, moderationEmails } from './emails.tsx'
import { reportInbox, reviewInbox } from './inbox.ts'
import { contentReviewRoutes, creatorRoutes, reportRoutes } from './routes.ts'

export const moderation = {
  name: 'operating/moderation',
  inbox: { report: reportInbox, review: reviewInbox },
  routes(api, ports) {
    reportRoutes(api, ports)
    contentReviewRoutes(api, ports)
    creatorRoutes(api, ports)
  },
  emails: { ...moderationEmails, ...contentReviewEmails },
  retention: [keptAlways(['content_reports', 'content_reviews'], 'reports and reviews of items')],
} satisfies Feature
