import { limits } from '../../../contract/limits.ts'
import type { Currency, MinorUnits } from '../../../contract/money.ts'
import { productName } from '../../../contract/product.ts'

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
