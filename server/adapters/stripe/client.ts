import Stripe from 'stripe'

export type Timeouts = {
  /** How long one try may take. */
  tryTimeoutMs: number
  maxRetries: number
}

/** Both tries together stay under the budget of a request (guarded-provider.ts). */
export const requestTimeouts: Timeouts = { tryTimeoutMs: 3_500, maxRetries: 1 }
/** Nobody waits, and the same key may ask again. */
export const jobTimeouts: Timeouts = { tryTimeoutMs: 10_000, maxRetries: 1 }

/** Where Stripe's API is; only somebody who stands in for it is elsewhere. */
export type ApiEndpoint = { host: string; port: number; protocol: 'http' | 'https' }

export function createStripeClient(
  secretKey: string,
  { api, timeouts = jobTimeouts }: { api?: ApiEndpoint; timeouts?: Timeouts },
): Stripe {
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    timeout: timeouts.tryTimeoutMs,
    maxNetworkRetries: timeouts.maxRetries,
    telemetry: false,
    ...api,
  })
}
