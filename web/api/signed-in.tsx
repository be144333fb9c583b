import { type ReactNode, useEffect } from 'react'
import type { User } from '../../contract/accounts.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { useViewer } from './hooks.ts'
import { signInAgain } from './signed-out.ts'

type SignedInProps = {
  /** What is shown here, in words that begin a sentence: `Your settings`. */
  what?: string
  /** How somebody who is not signed in leaves. */
  leave?: () => void
  children: (viewer: User) => ReactNode
}

/** What only somebody who is signed in sees. */
export function SignedIn({ what = 'This page', leave = signInAgain, children }: SignedInProps) {
  const { data: viewer, error, refetch } = useViewer()
  if (viewer) return children(viewer)
  if (viewer === null) return <SigningIn leave={leave} />
  if (error)
    return <ErrorState title={`${what} did not load`} text={error.sentence} retry={() => void refetch()} />
  return <PageSpinner />
}

/** In place of a page whose viewer is signed out: shows the sign-in page, which comes back here. */
export function SigningIn({ leave = signInAgain }: { leave?: () => void }) {
  // Speaks to the browser: it leaves for the sign-in page.
  useEffect(leave, [leave])
  return <PageSpinner label="Taking you to sign-in" />
}
