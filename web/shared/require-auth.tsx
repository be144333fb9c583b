import { type ReactNode, useEffect } from 'react'
import type { User } from '../../contract/accounts.ts'
import { useCurrentUser } from '../api/query.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { handleSessionExpired } from './session-expired.ts'

type RequireAuthProps = {
  /** What is shown here, as the start of a sentence: `Your settings`. */
  subject?: string
  /** Called when the viewer is not signed in. */
  onUnauthenticated?: () => void
  children: (viewer: User) => ReactNode
}

/** Shows its children only to a signed-in user. */
export function RequireAuth({
  subject = 'This page',
  onUnauthenticated = handleSessionExpired,
  children,
}: RequireAuthProps) {
  const { data: viewer, error, refetch } = useCurrentUser()
  if (viewer) return children(viewer)
  if (viewer === null) return <RedirectToSignIn onUnauthenticated={onUnauthenticated} />
  if (error)
    return (
      <ErrorState
        title={`${subject} didn’t load`}
        description={error.userMessage}
        onRetry={() => void refetch()}
      />
    )
  return <PageSpinner />
}

/** Redirects a signed-out viewer to the sign-in page, which returns here. */
export function RedirectToSignIn({
  onUnauthenticated = handleSessionExpired,
}: {
  onUnauthenticated?: () => void
}) {
  // Opens the sign-in page.
  useEffect(onUnauthenticated, [onUnauthenticated])
  return <PageSpinner label="Taking you to sign in" />
}
