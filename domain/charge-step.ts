import { type Currency, formatDecimal, type MinorUnits, minorUnitExponent } from '../contract/money.ts'

/**
 * The smallest difference between two amounts that a card can pay, in minor units. Currencies with three decimals are charged
 * with two: their amounts end in 0 (docs.stripe.com/currencies).
 */
export function chargeStep(currency: Currency): MinorUnits {
  return minorUnitExponent(currency) === 3 ? 10 : 1
}

/** Whether a card can pay this amount, as far as its last digit goes. */
export function isOnStep(amount: MinorUnits, currency: Currency): boolean {
  return amount % chargeStep(currency) === 0
}

/** An amount, or a part of it (`amount / divisor`), as the nearest one that a card can pay; half a step is rounded up. */
export function toStep(amount: MinorUnits, currency: Currency, divisor = 1): MinorUnits {
  const step = chargeStep(currency)
  return Math.floor((2 * amount + step * divisor) / (2 * step * divisor)) * step
}

/** The largest amount that a card can pay and that isn't above this one. */
export function floorToStep(amount: MinorUnits, currency: Currency): MinorUnits {
  return amount - (amount % chargeStep(currency))
}

/** The sentence for a typed amount that a card can't pay. */
export function stepMessage(currency: Currency): string {
  return `Enter an amount that ends in 0, like ${formatDecimal(5_250, currency)}`
}
