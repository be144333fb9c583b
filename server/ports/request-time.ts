import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<{ startedAt: number }>()

/** Runs a request's handler, so that everything it calls can read the request's age. */
export function answeringRequest<T>(run: () => T): T {
  return requests.run({ startedAt: performance.now() }, run)
}

/** Milliseconds since the current request began; undefined in background work. */
export function requestAgeMs(): number | undefined {
  const request = requests.getStore()
  return request && performance.now() - request.startedAt
}
