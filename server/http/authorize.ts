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

/** Throws AppError `unauthorized` without a viewer, and `forbidden` for a route that only the admin may call. */
export function authorize({ auth }: Route, viewer: Viewer | undefined): void {
  if (auth !== 'creator' && auth !== 'admin') return
  if (!viewer) throw new AppError('unauthorized', 'Unauthorized')
  if (auth === 'admin' && !viewer.isAdmin) throw new AppError('forbidden', 'Access Denied')
}
