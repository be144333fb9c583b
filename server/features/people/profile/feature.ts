import type { Feature } from '../../feature.ts'
import { accountSettingsRoutes } from './routes.ts'

export const profile = {
  name: 'people/profile',
  routes: accountSettingsRoutes,
} satisfies Feature
