import { toast } from '../ui/toast.ts'
import { type ApiError, isSignedOut } from './api-error.ts'
import { signInAgain } from './signed-out.ts'

/** Says why something was not done, unless a field of the form says it; who is signed out is led to sign-in. */
export function sayRefused(error: ApiError, title: string): void {
  if (isSignedOut(error)) signInAgain()
  else if (Object.keys(error.fields).length === 0) toast({ title, text: error.sentence, tone: 'destructive' })
}
