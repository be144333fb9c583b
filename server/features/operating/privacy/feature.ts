import type { Feature } from '../../feature.ts'
import { deleteExpiredData } from './retention.ts'
import { buyerDataRoutes, settingsRoutes } from './routes.ts'

export const privacy = {
  name: 'operating/privacy',
  routes(api, ports) {
    settingsRoutes(api, ports)
    buyerDataRoutes(api, ports)
  },
  periodic: [{ steps: [deleteExpiredData] }],
} satisfies Feature
