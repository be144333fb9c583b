import type { Feature } from '../../feature.ts'
import { removeExpiredCodes } from './codes.ts'
import { accountRoutes } from './routes.ts'

export const signIn = {
  name: 'people/sign-in',
  routes: accountRoutes,
  periodic: [{ steps: [removeExpiredCodes] }],
} satisfies Feature
