import { type ReactNode, useEffect } from 'react'
import type { User } from '../../contract/accounts.ts'
import { useCurrentUser } from '../api/query-hooks.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { handleSessionExpired } from './session-expired.ts'

type SignedInProps = {
  /** What is shown here, in words that begin a sentence: `Your settings`. */
  subject?: string
  /** How somebody who is not signed in leaves. */
  onUnauthenticated?: () => void
  children: (viewer: User) => ReactNode
}

/** What only somebody who is signed in sees. */
export function RequireAuth({
  subject = 'This page',
  onUnauthenticated = handleSessionExpired,
  children,
}: SignedInProps) {
  const { data: viewer, error, refetch } = useCurrentUser()
  if (viewer) return children(viewer)
  if (viewer === null) return <RedirectToSignIn onUnauthenticated={onUnauthenticated} />
  if (error)
    return (
      <ErrorState
        title={`${subject} did not load`}
        description={error.userMessage}
        onRetry={() => void refetch()}
      />
    )
  return <PageSpinner />
}

/** In place of a page whose viewer is signed out: shows the sign-in page, which comes back here. */
export function RedirectToSignIn({
  onUnauthenticated = handleSessionExpired,
}: {
  onUnauthenticated?: () => void
}) {
  // Speaks to the browser: it leaves for the sign-in page.
  useEffect(onUnauthenticated, [onUnauthenticated])
  return <PageSpinner label="Taking you to sign-in" />
}
