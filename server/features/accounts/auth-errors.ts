import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth/api'
import { isDatabaseUnavailable } from '../../db/health.ts'

const callStorage = new AsyncLocalStorage<{ error?: Error }>()

/** Receives better-auth's log, the only source of the cause of its own 500. */
export function captureAuthError(_level: string, ...args: Array<unknown>): void {
  const call = callStorage.getStore()
  const error = args.find((value) => value instanceof Error)
  if (call && error) call.error ??= error
}

/** Wraps better-auth's calls: a 500 caused by the database gets that as its cause. Other errors stay unchanged. */
export function withCauses<Api extends object>(api: Api): Api {
  return new Proxy(api, {
    get(target, name, receiver) {
      const call: unknown = Reflect.get(target, name, receiver)
      if (typeof call !== 'function') return call
      return (...args: Array<unknown>) => withCause(async () => call.apply(target, args))
    },
  })
}

async function withCause<T>(run: () => Promise<T>): Promise<T> {
  const captured: { error?: Error } = {}
  try {
    return await callStorage.run(captured, run)
  } catch (error) {
    const isDatabaseError =
      error instanceof APIError && error.statusCode >= 500 && isDatabaseUnavailable(captured.error)
    throw isDatabaseError ? new Error('better-auth failed', { cause: captured.error }) : error
  }
}
