import { onTestFinished } from 'vitest'
import { accountsV2Routes } from './accounts-v2.ts'
import { billingRoutes, proPrice } from './billing.ts'
import { connectRoutes } from './connect.ts'
import { paymentRoutes } from './payments.ts'
import { type InjectedFault, startServer } from './server.ts'
import { createSimulator } from './simulate.ts'
import { createStore, insert } from './store.ts'

/** A fake Stripe for one test; it is closed at the end. */
export async function fakeStripeFixture(options: { secretKey?: string } = {}) {
  const { close, ...fake } = await startFakeStripe(options)
  onTestFinished(close)
  return fake
}

/** A fake of Stripe: its API over HTTP, its data, and changes that start at Stripe. */
export async function startFakeStripe({ secretKey = 'sk_test_double' }: { secretKey?: string } = {}) {
  const store = createStore()
  insert(store.prices, structuredClone(proPrice))
  const faults: Array<{ path: string; fault: InjectedFault }> = []
  const takeFault = (requestPath: string) => {
    const at = faults.findIndex(({ path }) => requestPath.startsWith(path))
    return at === -1 ? undefined : faults.splice(at, 1)[0]?.fault
  }
  const routes = [
    ...paymentRoutes(store),
    ...connectRoutes(store),
    ...accountsV2Routes(store),
    ...billingRoutes(store),
  ]
  let isHanging = false
  let delayMs = 15
  const { requests, api, close } = await startServer({
    store,
    routes,
    secretKey,
    takeFault,
    isHanging: () => isHanging,
    delayMs: () => delayMs,
  })

  return {
    api,
    close,
    secretKey,
    store,
    requests,
    simulate: createSimulator(store),
    /** Makes the next call whose path begins with `path` fail. */
    fail: (path: string, error: InjectedFault) => void faults.push({ path, fault: error }),
    /** Removes all injected failures. */
    clearFaults: () => void faults.splice(0),
    /** From now on requests are accepted and never get a response. */
    hang: () => {
      isHanging = true
    },
    slowDown: (ms: number) => {
      delayMs = ms
    },
    /** Answers requests again. */
    recover: () => {
      isHanging = false
    },
  }
}
