import { ApiError, isUnauthorized } from './api-error.ts'

/** `old`: the sign-in is too old for what was asked. `ended`: the session is over. */
export type SignInReason = 'old' | 'ended'

/** A call waits until the person has shown again who they are. */
type PendingReauthentication = { reason: SignInReason; resolve: (done: boolean) => void }

let pending: PendingReauthentication | undefined
const listeners = new Set<() => void>()

/** Asks the person to sign in again in place; false when they would rather not. Several calls at once ask once. */
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

/** Why it is asked; undefined while it is not. */
export function freshSignInReason(): SignInReason | undefined {
  return pending?.reason
}

/** Does the work; when it is refused for want of a sign-in, asks for that in place and does it once more. */
export async function withSignIn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    const reason = reasonOf(fault)
    if (!reason || !(await requireReauthentication(reason))) throw fault
    return work()
  }
}

function reasonOf(fault: unknown): SignInReason | undefined {
  if (isUnauthorized(fault)) return 'ended'
  return fault instanceof ApiError && fault.code === 'fresh_sign_in' ? 'old' : undefined
}

export function resolveReauthentication(done: boolean): void {
  const asked = pending
  setPending(undefined)
  asked?.resolve(done)
}

export function subscribeToReauthentication(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

function setPending(next: PendingReauthentication | undefined): void {
  pending = next
  for (const changed of listeners) changed()
}
