import type { Feature } from '../../feature.ts'
import { buyerDataEmails } from './buyer-data.ts'
import { deleteExpiredData } from './retention.ts'
import { buyerDataRoutes, settingsRoutes } from './routes.ts'

export const privacy = {
  name: 'operating/privacy',
  routes(api, ports, runtime) {
    settingsRoutes(api, ports, runtime)
    buyerDataRoutes(api, ports)
  },
  periodic: [{ steps: [deleteExpiredData] }],
  emails: buyerDataEmails,
} satisfies Feature
