import Stripe from 'stripe'

/** Milliseconds for one try: a buyer is waiting, and the same key may ask again. */
const timeout = 10_000
const retries = 2

/** Where Stripe's API is; only somebody who stands in for it is elsewhere. */
export type ApiAddress = { host: string; port: number; protocol: 'http' | 'https' }

export function openClient(secretKey: string, api?: ApiAddress): Stripe {
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    timeout,
    maxNetworkRetries: retries,
    telemetry: false,
    ...api,
  })
}
