import type { FastifyRequest } from 'fastify'
import { accountHeader } from '../../contract/account-header.ts'
import type { Route } from '../../contract/route.ts'
import { AppError } from '../../domain/errors.ts'
import type { Viewer } from './request-context.ts'

/**
 * Whether the viewer is looked up before validation. Routes for anyone look it up only if they declare so. Forms look
 * it up after their fields are parsed, so that a failing look-up can redirect to onError.
 */
export function needsViewerFirst(route: Route): boolean {
  if (route.transport === 'urlencoded') return false
  return route.auth === 'creator' || route.auth === 'admin' || route.method !== 'GET'
}

/**
 * The viewer as the route sees them. Throws AppError `unauthorized` without one on a route for accounts,
 * `second_factor_required` while the session of staff is not confirmed with their passkey, and `forbidden` on a route
 * of admins for an action of an accountant and for anyone without a role.
 */
export function authorize(route: Route, viewer: Viewer | undefined): Viewer | undefined {
  const { auth } = route
  if (auth !== 'creator' && auth !== 'admin') return viewer?.needsPasskey ? undefined : viewer
  if (!viewer) throw new AppError('unauthorized', 'Unauthorized')
  if (viewer.needsPasskey && !route.isOpenBeforeSecondFactor)
    throw new AppError('second_factor_required', 'Confirm with your passkey to continue.')
  if (auth === 'creator' || viewer.isAdmin) return viewer
  if (viewer.role !== 'accountant') throw new AppError('forbidden', 'Access Denied')
  if (route.method !== 'GET' || route.isAdminOnly)
    throw new AppError('forbidden', 'Accountants can see everything here, but only an admin can do this.')
  return viewer
}

/**
 * Throws AppError `account_changed` when the page that sends the request was made for another account than the viewer:
 * an old tab of someone who has signed out since.
 */
export function refuseOtherAccount(headers: FastifyRequest['headers'], viewer: Viewer | undefined): void {
  const account = headers[accountHeader]
  if (viewer && account !== undefined && account !== viewer.id)
    throw new AppError(
      'account_changed',
      'You’re signed in as another account now. Nothing was saved. Reload the page to continue.',
    )
}
