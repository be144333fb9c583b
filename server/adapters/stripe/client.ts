import Stripe from 'stripe'

export type Timeouts = {
  /** The timeout of one attempt. */
  attemptTimeoutMs: number
  maxRetries: number
}

/** Both attempts together stay within the time limit of a request (resilient-provider.ts). */
export const requestTimeouts: Timeouts = { attemptTimeoutMs: 3_500, maxRetries: 1 }
/** Background work can wait longer. */
export const jobTimeouts: Timeouts = { attemptTimeoutMs: 10_000, maxRetries: 1 }

/** Stripe's API; a different one only for tests. */
export type ApiEndpoint = { host: string; port: number; protocol: 'http' | 'https' }

export function createStripeClient(
  secretKey: string,
  { api, timeouts = jobTimeouts }: { api?: ApiEndpoint; timeouts?: Timeouts },
): Stripe {
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    timeout: timeouts.attemptTimeoutMs,
    maxNetworkRetries: timeouts.maxRetries,
    telemetry: false,
    ...api,
  })
}
