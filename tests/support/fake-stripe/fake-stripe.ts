import { onTestFinished } from 'vitest'
import { billingRoutes } from './billing.ts'
import { connectRoutes } from './connect.ts'
import { paymentRoutes } from './payments.ts'
import { type InjectedFault, startServer } from './server.ts'
import { createSimulator } from './simulate.ts'
import { createStore } from './store.ts'

/** A Stripe of a test's own, gone when the test ends. */
export async function fakeStripeFixture(options: { secretKey?: string } = {}) {
  const { close, ...double } = await startFakeStripe(options)
  onTestFinished(close)
  return double
}

/** Stripe's side of the calls we make: their API over real HTTP, their books, and what happens there by itself. */
export async function startFakeStripe({ secretKey = 'sk_test_double' }: { secretKey?: string } = {}) {
  const books = createStore()
  const mishaps: Array<{ path: string; mishap: InjectedFault }> = []
  const mishapAt = (asked: string) => {
    const at = mishaps.findIndex(({ path }) => asked.startsWith(path))
    return at === -1 ? undefined : mishaps.splice(at, 1)[0]?.mishap
  }
  const routes = [...paymentRoutes(books), ...connectRoutes(books), ...billingRoutes(books)]
  let hanging = false
  let delay = 15
  const isHanging = () => hanging
  const delayMs = () => delay
  const { requests, api, close } = await startServer({
    books,
    routes,
    secretKey,
    mishapAt,
    isHanging,
    delayMs,
  })

  return {
    api,
    close,
    secretKey,
    books,
    requests,
    moves: createSimulator(books),
    /** The next call whose path begins so goes wrong in this way. */
    fail: (path: string, fault: InjectedFault) => void mishaps.push({ path, mishap: fault }),
    /** Forgets what was to go wrong. */
    answerAll: () => void mishaps.splice(0),
    /** From now on every request is taken and none is answered. */
    hang: () => {
      hanging = true
    },
    slowDown: (ms: number) => {
      delay = ms
    },
    /** Requests are answered again. */
    recover: () => {
      hanging = false
    },
  }
}
