import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<{ startedAt: number }>()

/** Runs what answers a request. Everything it calls can ask how long the caller has been waiting. */
export function answeringRequest<T>(run: () => T): T {
  return requests.run({ startedAt: performance.now() }, run)
}

/** Milliseconds since the request that is being answered began; undefined in background work, where nobody waits. */
export function requestAgeMs(): number | undefined {
  const request = requests.getStore()
  return request && performance.now() - request.startedAt
}
