import { useEffect } from 'react'
import { type ApiError, isSignedOut } from '../../api/api-error.ts'
import { signInAgain } from '../../api/signed-out.ts'

/** A refusal because the session has ended leads to sign-in, and back here. */
export function useSignedOut(error: ApiError | null): void {
  const signedOut = isSignedOut(error)
  // Speaks to the browser: it leaves for the sign-in page.
  useEffect(() => {
    if (signedOut) signInAgain()
  }, [signedOut])
}
