import { useEffect } from 'react'
import { startSignIn } from '../../contract/accounts.ts'
import { buildUrl } from '../../contract/route.ts'
import { screenLimits } from '../../contract/screen-limits.ts'
import { type ApiError, isUnauthorized } from '../api/client.ts'
import { toast } from '../ui/toast.ts'

/** Shows a toast that the session has ended, then the sign-in page, which returns here. */
export function handleSessionExpired(): void {
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    tone: 'destructive',
  })
  setTimeout(redirectToSignIn, screenLimits.signInRedirectDelayMs)
}

/** Opens the sign-in page, which returns here. */
export function redirectToSignIn(): void {
  const returnTo = location.pathname + location.search
  location.assign(buildUrl(startSignIn, { query: { returnTo } }))
}

/** Shows the error as a toast, unless a field of the form shows it. */
export function showErrorToast(error: ApiError, title: string): void {
  if (Object.keys(error.fields).length > 0) return
  toast({ title, description: error.userMessage, tone: 'destructive' })
}

/** Redirects to sign-in, and back here, when an error says that the session has ended. */
export function useSessionExpiredRedirect(error: ApiError | null): void {
  const isSignedOut = isUnauthorized(error)
  // Opens the sign-in page.
  useEffect(() => {
    if (isSignedOut) handleSessionExpired()
  }, [isSignedOut])
}
