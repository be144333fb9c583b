import { limits } from '../../contract/limits.ts'
import { urlOf } from '../../contract/route.ts'
import { toast } from '../ui/toast.ts'
import { startSignIn } from './calls.ts'

/** Says that the person is signed out and shows the sign-in page, which comes back here. */
export function signInAgain(): void {
  toast({
    title: 'Unauthorized',
    text: 'You are logged out. Logging in again...',
    tone: 'destructive',
  })
  setTimeout(signInNow, limits.signInRedirectDelay)
}

/** Shows the sign-in page, which comes back here. */
export function signInNow(): void {
  const returnTo = location.pathname + location.search
  location.assign(urlOf(startSignIn, { query: { returnTo } }))
}
