import { ApiError, isSignedOut } from './api-error.ts'

/** `old`: the sign-in is too old for what was asked. `ended`: the session is over. */
export type SignInReason = 'old' | 'ended'

/** A call waits until the person has shown again who they are. */
type Waiting = { reason: SignInReason; answer: (done: boolean) => void }

let waiting: Waiting | undefined
const watchers = new Set<() => void>()

/** Asks the person to sign in again in place; false when they would rather not. Several calls at once ask once. */
export function freshSignIn(reason: SignInReason = 'old'): Promise<boolean> {
  return new Promise((resolve) => {
    const before = waiting
    show({
      reason,
      answer(done) {
        before?.answer(done)
        resolve(done)
      },
    })
  })
}

export function isFreshSignInAsked(): boolean {
  return waiting !== undefined
}

/** Why it is asked; undefined while it is not. */
export function freshSignInReason(): SignInReason | undefined {
  return waiting?.reason
}

/** Does the work; when it is refused for want of a sign-in, asks for that in place and does it once more. */
export async function withSignIn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    const reason = reasonOf(fault)
    if (!reason || !(await freshSignIn(reason))) throw fault
    return work()
  }
}

function reasonOf(fault: unknown): SignInReason | undefined {
  if (isSignedOut(fault)) return 'ended'
  return fault instanceof ApiError && fault.code === 'fresh_sign_in' ? 'old' : undefined
}

export function answerFreshSignIn(done: boolean): void {
  const asked = waiting
  show(undefined)
  asked?.answer(done)
}

export function watchFreshSignIn(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

function show(next: Waiting | undefined): void {
  waiting = next
  for (const changed of watchers) changed()
}
