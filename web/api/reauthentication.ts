import { ApiError, isUnauthorized } from './api-error.ts'

/** `old`: the sign-in is not recent enough for this call. `ended`: the session is over. */
export type SignInReason = 'old' | 'ended'

/** A call that waits until the person has signed in again. */
type PendingReauthentication = { reason: SignInReason; resolve: (done: boolean) => void }

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
      resolve(done) {
        previous?.resolve(done)
        resolve(done)
      },
    })
  })
}

export function isReauthenticationPending(): boolean {
  return pending !== undefined
}

/** The reason for the prompt; undefined when none is open. */
export function freshSignInReason(): SignInReason | undefined {
  return pending?.reason
}

/** Does the work. If it fails because a sign-in is needed, asks for the sign-in and repeats the work once. */
export async function withSignIn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason || !(await requireReauthentication(reason))) throw error
    return work()
  }
}

function reasonOf(error: unknown): SignInReason | undefined {
  if (isUnauthorized(error)) return 'ended'
  return error instanceof ApiError && error.code === 'reauthentication_required' ? 'old' : undefined
}

export function resolveReauthentication(done: boolean): void {
  const previous = pending
  setPending(undefined)
  previous?.resolve(done)
}

export function subscribeToReauthentication(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setPending(next: PendingReauthentication | undefined): void {
  pending = next
  for (const listener of listeners) listener()
}
