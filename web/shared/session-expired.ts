import { limits } from '../../contract/limits.ts'
import { buildUrl } from '../../contract/route.ts'
import { startSignIn } from '../api/calls.ts'
import { toast } from '../ui/toast.ts'

/** Says that the person is signed out and shows the sign-in page, which comes back here. */
export function handleSessionExpired(): void {
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    tone: 'destructive',
  })
  setTimeout(redirectToSignIn, limits.signInRedirectDelayMs)
}

/** Shows the sign-in page, which comes back here. */
export function redirectToSignIn(): void {
  const returnTo = location.pathname + location.search
  location.assign(buildUrl(startSignIn, { query: { returnTo } }))
}
