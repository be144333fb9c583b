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

/** Wraps better-auth's calls: their errors get what better-auth logged as the cause. */
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
    if (!(error instanceof APIError)) throw error
    if (error.statusCode >= 500 && isDatabaseUnavailable(captured.error))
      throw new Error('better-auth failed', { cause: captured.error })
    error.cause ??= captured.error
    throw error
  }
}

/** Whether a passkey was refused because it has counted fewer sign-ins than we have. The library has no code for it. */
export function isCounterError(error: unknown): boolean {
  return (
    error instanceof APIError &&
    error.cause instanceof Error &&
    /^Response counter value /.test(error.cause.message)
  )
}
