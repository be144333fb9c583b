import type { Route } from '../../contract/route.ts'
import { AppError } from '../../domain/errors.ts'
import type { Viewer } from './request-context.ts'

/**
 * Anyone may be signed in too, but only pages that say so pay for the look-up. A form looks after its fields are read, so
 * that it can lead onError with them when the look-up fails.
 */
export function needsViewerFirst(route: Route): boolean {
  if (route.transport === 'form') return false
  return route.auth === 'creator' || route.auth === 'admin' || route.method !== 'GET'
}

export function authorize({ auth }: Route, viewer: Viewer | undefined): void {
  if (auth !== 'creator' && auth !== 'admin') return
  if (!viewer) throw new AppError('unauthorized', 'Unauthorized')
  if (auth === 'admin' && !viewer.isAdmin) throw new AppError('forbidden', 'Access Denied')
}
