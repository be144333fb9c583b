import { type ReactNode, useEffect } from 'react'
import type { User } from '../../contract/accounts.ts'
import { useCurrentUser } from '../api/query.ts'
import { PageSpinner } from '../ui/spinner.tsx'
import { LoadError } from './query-state.tsx'
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
  const query = useCurrentUser()
  const { data: viewer, error } = query
  if (viewer) return children(viewer)
  if (viewer === null) return <RedirectToSignIn onUnauthenticated={onUnauthenticated} />
  return error ? <LoadError query={query} subject={subject} /> : <PageSpinner />
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
