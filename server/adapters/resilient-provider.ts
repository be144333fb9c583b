import { setTimeout as sleep } from 'node:timers/promises'
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleType } from 'cockatiel'
import type { ConnectCapability } from '../ports/connect.ts'
import { type BasicLogger, requestAgeMs } from '../ports/index.ts'
import {
  CircuitOpenError,
  type PaymentProvider,
  ProviderBusyError,
  ProviderUnavailableError,
  TooManyCallsError,
} from '../ports/payment-provider.ts'
import type { SubscriptionCapability } from '../ports/subscriptions.ts'

export type ResilienceLimits = {
  /** The time limit of all provider calls of an HTTP request together. */
  requestBudgetMs: number
  /** The timeout of a call in background work. */
  jobTimeoutMs: number
  pingTimeoutMs: number
  /** The number of unanswered calls in a row that opens the circuit. */
  maxFailures: number
  /** How long the circuit stays open before a trial call. */
  halfOpenAfterMs: number
}

const defaultLimits: ResilienceLimits = {
  requestBudgetMs: 8_000,
  jobTimeoutMs: 25_000,
  pingTimeoutMs: 5_000,
  maxFailures: 3,
  halfOpenAfterMs: 5_000,
}

type ResilientProviderOptions = {
  /** The provider for requests: short timeouts, one retry. */
  forRequests: PaymentProvider
  /** The provider for jobs and the sweep; the same one when it has no timeouts of its own. */
  forJobs?: PaymentProvider
  log: BasicLogger
  limits?: Partial<ResilienceLimits>
}

type Call<T> = (provider: PaymentProvider) => Promise<T>

/**
 * A card provider with a deadline and a circuit breaker. A call that is not answered in time throws
 * ProviderUnavailableError. After several in a row every call throws at once, until a trial call is answered.
 * `onOpen` is called at each opening.
 */
export function resilientProvider({
  forRequests,
  forJobs = forRequests,
  log,
  limits = {},
}: ResilientProviderOptions): {
  payments: PaymentProvider
  onOpen(listener: () => void): void
} {
  const { requestBudgetMs, jobTimeoutMs, pingTimeoutMs, maxFailures, halfOpenAfterMs } = {
    ...defaultLimits,
    ...limits,
  }
  let isUnavailable = false
  // A busy provider works, so its refusal never closes it to others.
  const isOutage = (error: ProviderUnavailableError) => !(error instanceof ProviderBusyError)
  const breaker = circuitBreaker(handleType(ProviderUnavailableError, isOutage), {
    halfOpenAfter: halfOpenAfterMs,
    breaker: new ConsecutiveBreaker(maxFailures),
  })

  function guard<T>(name: string, call: Call<T>): Promise<T> {
    return requestAgeMs() === undefined
      ? run(name, () => call(forJobs), timer(jobTimeoutMs))
      : run(name, () => call(forRequests), requestTimer())
  }

  /** What is left of the request's budget. */
  function requestTimer(): Timer {
    return () => requestBudgetMs - (requestAgeMs() ?? 0)
  }

  async function run<T>(name: string, call: () => Promise<T>, msLeft: Timer): Promise<T> {
    refuseWithoutTime(msLeft)
    // One trial call tests the provider. The others do not wait for its result.
    if (breaker.state === CircuitState.HalfOpen) throw circuitOpen()
    try {
      return await breaker.execute(() => response(name, call, msLeft))
    } catch (error) {
      throw error instanceof BrokenCircuitError ? circuitOpen() : error
    }
  }

  async function response<T>(name: string, call: () => Promise<T>, msLeft: Timer): Promise<T> {
    try {
      const result = await withTimeout(name, () => retryWhileBusy(call, msLeft), msLeft)
      isUnavailable = false
      return result
    } catch (error) {
      isUnavailable = error instanceof ProviderUnavailableError && isOutage(error)
      if (error instanceof ProviderUnavailableError)
        log.warn({ err: error, call: name }, 'card provider did not answer')
      throw error
    }
  }

  /**
   * Has a timeout, but does not count for the circuit breaker: a webhook is mostly verified locally, and anyone can
   * send one, so its result says nothing about the provider.
   */
  const parseWebhook: PaymentProvider['parseWebhook'] = async (body, headers) => {
    const isJob = requestAgeMs() === undefined
    const provider = isJob ? forJobs : forRequests
    const msLeft = isJob ? timer(jobTimeoutMs) : requestTimer()
    return withTimeout('readEvents', () => provider.parseWebhook(body, headers), msLeft)
  }

  return {
    payments: {
      ...forRequests,
      isUnavailable: () => isUnavailable,
      ping: () => run('ping', () => forRequests.ping(), timer(pingTimeoutMs)),
      createPayment: (request, key) => guard('createPayment', (to) => to.createPayment(request, key)),
      getPayment: (id) => guard('getPayment', (to) => to.getPayment(id)),
      cancelPayment: (id) => guard('cancelPayment', (to) => to.cancelPayment(id)),
      refund: (request, key) => guard('refund', (to) => to.refund(request, key)),
      parseWebhook,
      listEvents: (range) => guard('listEvents', (to) => to.listEvents(range)),
      listBalanceTransactions: (range) =>
        guard('listBalanceTransactions', (to) => to.listBalanceTransactions(range)),
      ...(forRequests.connect && {
        connect: guardedCapability(guard, forRequests.connect, ({ connect }) => connect),
      }),
      ...(forRequests.subscriptions && {
        subscriptions: guardedCapability(
          guard,
          forRequests.subscriptions,
          ({ subscriptions }) => subscriptions,
        ),
      }),
    },
    onOpen: (listener) => void breaker.onBreak(listener),
  }
}

const firstBusyDelayMs = 100
const maxBusyDelayMs = 2_000

/**
 * Repeats a call that was refused because of the provider's rate limit, while there is time for it. A call that was refused
 * by our own pace would have had to wait for too long already.
 */
async function retryWhileBusy<T>(call: () => Promise<T>, msLeft: Timer): Promise<T> {
  for (let delayMs = firstBusyDelayMs; ; delayMs = Math.min(delayMs * 2, maxBusyDelayMs)) {
    try {
      return await call()
    } catch (error) {
      // A part at random, so that calls refused together don't come back together.
      const waitMs = delayMs * (0.5 + Math.random())
      const isTemporary = error instanceof ProviderBusyError && !(error instanceof TooManyCallsError)
      if (!isTemporary || waitMs >= msLeft()) throw error
      await sleep(waitMs)
    }
  }
}

type Guard = <T>(name: string, call: Call<T>) => Promise<T>

/** Every method of a capability, guarded. */
function guardedCapability<C extends ConnectCapability | SubscriptionCapability>(
  guard: Guard,
  capability: C,
  of: (provider: PaymentProvider) => C | undefined,
): C {
  type Method = (...args: Array<unknown>) => Promise<unknown>
  const methods = Object.keys(capability).map((name): [string, Method] => [
    name,
    (...args) => guard(name, async (to) => (Reflect.get(requireCapability(of(to)), name) as Method)(...args)),
  ])
  // Its methods are those of the capability.
  return Object.fromEntries(methods) as unknown as C
}

function requireCapability<T>(capability: T | undefined): T {
  if (!capability) throw new Error('The card provider has no such capability')
  return capability
}

/** The milliseconds that a call has left. */
type Timer = () => number

function timer(timeoutMs: number): Timer {
  const endsAt = performance.now() + timeoutMs
  return () => endsAt - performance.now()
}

function refuseWithoutTime(msLeft: Timer): void {
  if (msLeft() <= 0)
    throw new ProviderUnavailableError('No time is left for another call to the card provider')
}

/** The call gets more time when it has waited for its turn (`requestAgeMs`). */
async function withTimeout<T>(name: string, call: () => Promise<T>, msLeft: Timer): Promise<T> {
  refuseWithoutTime(msLeft)
  const timeoutMs = msLeft()
  let timeout: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    const check = () => {
      if (msLeft() <= 0) reject(tooSlow(name, timeoutMs))
      else timeout = setTimeout(check, msLeft())
    }
    check()
  })
  try {
    return await Promise.race([call(), tooLate])
  } finally {
    clearTimeout(timeout)
  }
}

function tooSlow(name: string, timeoutMs: number): ProviderUnavailableError {
  return new ProviderUnavailableError(`${name} was not answered within ${Math.round(timeoutMs)} ms`)
}

function circuitOpen(): CircuitOpenError {
  return new CircuitOpenError('The circuit to the card provider is open')
}
