import { type Currency, type MinorUnits, minorUnitExponent } from '../contract/money.ts'
import { roundAmountOf } from './payout.ts'

/** A price as the card provider has it. */
export type OfferedPrice = {
  /** In minor units of its currency; null for one that depends on the quantity. */
  amount: MinorUnits | null
  currency: Currency
  /** How often it is charged, such as `month`; null for a price that is charged once or by usage. */
  interval: string | null
  intervalCount: number
  /** Whether it can be subscribed to. */
  isActive: boolean
}

/** Why Pro is not sold at this price, as the end of a sentence about it; undefined when it is. */
export function proPriceProblem(
  { amount, currency, interval, intervalCount, isActive }: OfferedPrice,
  instanceCurrency: Currency,
): string | undefined {
  if (!isActive) return 'it is archived'
  if (currency !== instanceCurrency) return `it is in ${currency}, and this site is in ${instanceCurrency}`
  if (interval === null) return 'it is not charged every month'
  if (interval !== 'month' || intervalCount !== 1)
    return `it is charged every ${intervalCount === 1 ? interval : `${intervalCount} ${interval}s`}, and Pro is monthly`
  if (amount === null) return 'it has no fixed amount'
  return amount > 0 ? undefined : 'it is free'
}

/**
 * The price of Pro on the sandbox that an operator has not set, in minor units: about a hundred US dollars, such as 99.00 for
 * USD and ¥12,000 for JPY. Undefined for a currency whose worth is not known here.
 */
export function defaultProPrice(currency: Currency): MinorUnits | undefined {
  const round = roundAmountOf(currency)
  if (round === undefined) return undefined
  const hundred = round * 4
  return (hundred < 1_000 ? hundred - 1 : hundred) * 10 ** minorUnitExponent(currency)
}
