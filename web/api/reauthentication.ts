import { ApiError, isUnauthorized } from './client.ts'

/** `old`: the sign-in is not recent enough for this call. `ended`: the session is over. */
export type SignInReason = 'old' | 'ended'

/** The open prompt. `resolve` tells the waiting calls whether the person has signed in. */
type PendingReauthentication = { reason: SignInReason; resolve: (isSignedIn: boolean) => void }

let pending: PendingReauthentication | undefined
const listeners = new Set<() => void>()

/**
 * Asks the person to sign in again on this page. Resolves to false when they decline. Concurrent calls share one
 * prompt.
 */
export function requireReauthentication(reason: SignInReason = 'old'): Promise<boolean> {
  return new Promise((resolve) => {
    const previous = pending
    setPending({
      reason,
      resolve(isSignedIn) {
        previous?.resolve(isSignedIn)
        resolve(isSignedIn)
      },
    })
  })
}

export function isReauthenticationPending(): boolean {
  return pending !== undefined
}

export function pendingSignInReason(): SignInReason | undefined {
  return pending?.reason
}

/** Makes the call. If it fails because a sign-in is needed, asks for the sign-in and repeats the call once. */
export async function withSignIn<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason || !(await requireReauthentication(reason))) throw error
    return call()
  }
}

function reasonOf(error: unknown): SignInReason | undefined {
  if (isUnauthorized(error)) return 'ended'
  return error instanceof ApiError && error.code === 'reauthentication_required' ? 'old' : undefined
}

/** Closes the prompt. `isSignedIn`: whether the person has signed in. */
export function resolveReauthentication(isSignedIn: boolean): void {
  const previous = pending
  setPending(undefined)
  previous?.resolve(isSignedIn)
}

/** Calls the listener when the prompt opens or closes. Returns a function that unsubscribes. */
export function subscribeToReauthentication(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setPending(next: PendingReauthentication | undefined): void {
  pending = next
  for (const listener of listeners) listener()
}
