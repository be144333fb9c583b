import Stripe from 'stripe'
import { limits } from '../../../contract/limits.ts'
import type { Currency, MinorUnits } from '../../../contract/money.ts'
import { productName } from '../../../contract/site.ts'
import type { Clock } from '../../ports/clock.ts'
import type { BasicLogger } from '../../ports/index.ts'
import type { Mode } from '../../ports/payment-provider.ts'
import { type Pace, pacedHttpClient } from './pace.ts'

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
  { api, pace, timeouts = jobTimeouts }: { api?: ApiEndpoint; pace?: Pace; timeouts?: Timeouts },
): Stripe {
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    timeout: timeouts.attemptTimeoutMs,
    maxNetworkRetries: timeouts.maxRetries,
    telemetry: false,
    ...(pace && { httpClient: pacedHttpClient(Stripe.createNodeHttpClient(), pace) }),
    ...api,
  })
}

/**
 * Stripe's published minimum charges (docs.stripe.com/currencies) in the currency's minor unit. A currency that is
 * not listed is not supported: its minimum is unknown, or Stripe counts it in another unit (ISK, UGX, KWD).
 */
const minimumCharges: Record<Currency, MinorUnits> = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1_500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
  USD: 50,
}

/** Throws a message for a currency that this version cannot charge through Stripe. */
export function chargeLimits(currency: Currency): { min: MinorUnits; max: MinorUnits } {
  const min = Object.hasOwn(minimumCharges, currency) ? minimumCharges[currency] : undefined
  if (min === undefined) {
    throw new Error(
      `${productName} cannot charge CURRENCY=${currency} through Stripe. Set one of ${Object.keys(minimumCharges).join(', ')}.`,
    )
  }
  // Eight digits, whatever the currency: 999,999.99 dollars.
  return { min, max: limits.maxPriceAmount }
}

/** What every part of the adapter needs. */
export type StripeContext = {
  client: Stripe
  mode: Mode
  currency: Currency
  /** All currently valid webhook secrets. */
  webhookSecrets: Array<string>
  /** Which of Stripe's APIs makes accounts of creators. */
  accounts: 'v1' | 'v2'
  clock: Clock
  log: BasicLogger
}
