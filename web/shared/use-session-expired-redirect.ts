import { useEffect } from 'react'
import { type ApiError, isUnauthorized } from '../api/api-error.ts'
import { handleSessionExpired } from './session-expired.ts'

/** Redirects to sign-in, and back here, when an error says that the session has ended. */
export function useSessionExpiredRedirect(error: ApiError | null): void {
  const isSignedOut = isUnauthorized(error)
  // Opens the sign-in page.
  useEffect(() => {
    if (isSignedOut) handleSessionExpired()
  }, [isSignedOut])
}
