/** A call waits until the person has shown again who they are. */
type Waiting = { answer: (done: boolean) => void }

let waiting: Waiting | undefined
const watchers = new Set<() => void>()

/** Asks the person to sign in again in place; false when they would rather not. Several calls at once ask once. */
export function freshSignIn(): Promise<boolean> {
  return new Promise((resolve) => {
    const before = waiting
    show({
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
