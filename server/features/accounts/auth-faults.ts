import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth/api'
import { isDatabaseAway } from '../../db/health.ts'

const calls = new AsyncLocalStorage<{ fault?: Error }>()

/** Receives better-auth's log, the only source of the cause of its own 500. */
export function noteFault(_level: string, ...said: Array<unknown>): void {
  const call = calls.getStore()
  const fault = said.find((one) => one instanceof Error)
  if (call && fault) call.fault ??= fault
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
  const seen: { fault?: Error } = {}
  try {
    return await calls.run(seen, run)
  } catch (error) {
    const isHidden = error instanceof APIError && error.statusCode >= 500 && isDatabaseAway(seen.fault)
    throw isHidden ? new Error('better-auth failed', { cause: seen.fault }) : error
  }
}
