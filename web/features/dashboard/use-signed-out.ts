import { useEffect } from 'react'
import { type ApiError, isSignedOut } from '../../api/api-error.ts'
import { signInAgain } from '../../api/signed-out.ts'

/** A refusal because the session has ended leads to sign-in, and back here; true while that is so. */
export function useSignedOut(error: ApiError | null): boolean {
  const signedOut = isSignedOut(error)
  // Speaks to the browser: it leaves for the sign-in page.
  useEffect(() => {
    if (signedOut) signInAgain()
  }, [signedOut])
  return signedOut
}
