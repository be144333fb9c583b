import { rowsBefore } from '../../../db/delete-batch.ts'
import * as tables from '../../../db/schema/index.ts'
import type { Feature } from '../../feature.ts'
import { removeExpiredCodes } from './codes.ts'
import { accountEmails } from './emails.tsx'
import { accountRoutes } from './routes.ts'

export const signIn = {
  name: 'people/sign-in',
  routes: accountRoutes,
  periodic: [{ steps: [removeExpiredCodes] }],
  emails: accountEmails,
  retention: [
    {
      store: 'sessions',
      data: 'expired sessions',
      keepDays: 30,
      since: 'expiry',
      deleteBatch: rowsBefore(tables.sessions, tables.sessions.expiresAt),
    },
    {
      store: 'verifications',
      data: 'challenges of passkeys and states of OpenID sign-ins',
      keepDays: 1,
      since: 'expiry',
      deleteBatch: rowsBefore(tables.verifications, tables.verifications.expiresAt),
    },
    {
      store: 'known_browsers',
      data: 'browsers that have signed in',
      keepDays: 400,
      since: 'the last sign-in',
      deleteBatch: rowsBefore(tables.knownBrowsers, tables.knownBrowsers.lastSignedInAt),
    },
    {
      stores: ['deliveries', 'sign_in_codes'],
      data: 'codes for sign-in and email change, with their emails',
      kept: '1 day',
    },
  ],
} satisfies Feature
