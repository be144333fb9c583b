import { type Currency, type MinorUnits, minorUnitExponent, parseDecimal } from '../contract/money.ts'

/** About 25 US dollars as a round amount, in major units, for the currencies that a provider charges. */
const roundAmounts: Record<Currency, number> = {
  AED: 100,
  AUD: 40,
  BRL: 150,
  CAD: 35,
  CHF: 25,
  CZK: 600,
  DKK: 175,
  EUR: 25,
  GBP: 20,
  HKD: 200,
  HUF: 10_000,
  INR: 2_000,
  JPY: 3_000,
  MXN: 500,
  MYR: 120,
  NOK: 250,
  NZD: 45,
  PLN: 100,
  RON: 120,
  SEK: 250,
  SGD: 35,
  THB: 1_000,
  USD: 25,
}
const otherRoundAmount = 25

/** The minimum payout of a currency that an operator has not changed, in minor units: 25.00 for USD, ¥3,000 for JPY. */
export function defaultMinPayout(currency: Currency): MinorUnits {
  return (roundAmounts[currency] ?? otherRoundAmount) * 10 ** minorUnitExponent(currency)
}

/** The minimum payout in minor units: the setting, a decimal amount such as `25.00`, or the currency's default. */
export function minPayout(currency: Currency, setting: string | null): MinorUnits {
  return (setting === null ? undefined : parseDecimal(setting, currency)) ?? defaultMinPayout(currency)
}

/** What is wrong with a minimum payout for this currency; undefined when it can be used. */
export function minPayoutProblem(currency: Currency, setting: string | null): string | undefined {
  if (setting === null || parseDecimal(setting, currency) !== undefined) return undefined
  const decimals = minorUnitExponent(currency)
  return decimals === 0
    ? `must be a whole amount, because ${currency} has no decimals.`
    : `must have at most ${decimals} decimals in ${currency}.`
}

/** An amount in a sentence without its decimals if they are zeros: `$25.00` -> `$25`, `25,00 €` -> `25 €`. */
export function withoutZeroDecimals(formatted: string, currency: Currency): string {
  const decimals = minorUnitExponent(currency)
  return decimals === 0 ? formatted : formatted.replace(new RegExp(`[.,]0{${decimals}}(?!\\d)`), '')
}
