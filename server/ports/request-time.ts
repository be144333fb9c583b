import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<{ startedAt: number }>()

/** Runs a request's handler. Everything that it calls can read the request's age with `requestAgeMs`. */
export function withRequestAge<T>(handler: () => T): T {
  return requests.run({ startedAt: performance.now() }, handler)
}

/** Milliseconds since the current request began; undefined in background work. */
export function requestAgeMs(): number | undefined {
  const request = requests.getStore()
  return request && performance.now() - request.startedAt
}
