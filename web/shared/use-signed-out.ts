import { useEffect } from 'react'
import { type ApiError, isUnauthorized } from '../api/api-error.ts'
import { handleSessionExpired } from './session-expired.ts'

/** A refusal because the session has ended leads to sign-in, and back here. */
export function useSessionExpiredRedirect(error: ApiError | null): void {
  const signedOut = isUnauthorized(error)
  // Speaks to the browser: it leaves for the sign-in page.
  useEffect(() => {
    if (signedOut) handleSessionExpired()
  }, [signedOut])
}
