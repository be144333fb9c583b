import { startSignIn } from '../../contract/accounts.ts'
import { buildUrl } from '../../contract/route.ts'
import { screenLimits } from '../../contract/screen-limits.ts'
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
