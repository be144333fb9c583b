import type { Feature } from '../../feature.ts'
import { contentReviewRoutes, creatorRoutes, reportRoutes } from './routes.ts'

export const moderation = {
  name: 'operating/moderation',
  routes(api, ports) {
    reportRoutes(api, ports)
    contentReviewRoutes(api, ports)
    creatorRoutes(api, ports)
  },
} satisfies Feature
