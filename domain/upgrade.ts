import { type Currency, type MinorUnits, parseDecimal } from '../contract/money.ts'
import { type ChargeLimits, formatMoney, parsePrice } from './price.ts'

export const chooseSourceMessage = 'Choose the item whose owners pay only the difference'

/** What owners of the other item pay for this one, in minor units: the difference, at least what a card can pay, at most the price for others. */
export function upgradePrice(
  difference: MinorUnits,
  { price, charge }: { price: MinorUnits; charge: ChargeLimits },
): MinorUnits {
  return Math.min(Math.max(difference, charge.min), Math.max(price, charge.min))
}

/** The fields of an item's form: the other item's id and the difference as a decimal string; both empty for no upgrade. */
export type UpgradeFields = {
  pricingModel?: string
  price?: string
  upgradeFromId?: string
  upgradeAmount?: string
}

/** The other item and the difference in minor units. */
export type Upgrade = { fromId: number; amount: MinorUnits }

/** The sentence for each field that is not valid. Only an item with a fixed price is an upgrade; others need nothing. */
export function upgradeProblems(
  { pricingModel = 'fixed', price = '', upgradeFromId = '', upgradeAmount = '' }: UpgradeFields,
  { currency, charge }: { currency: Currency; charge: ChargeLimits },
): Record<string, string> {
  if (pricingModel !== 'fixed' || (upgradeFromId === '' && upgradeAmount === '')) return {}
  if (upgradeFromId === '') return { upgradeFromId: chooseSourceMessage }
  if (upgradeAmount === '') return { upgradeAmount: 'Enter the difference' }
  const amount = parseDecimal(upgradeAmount, currency)
  if (amount === undefined || amount < charge.min)
    return { upgradeAmount: `Enter ${formatMoney(charge.min, currency)} or more. A card can’t pay less.` }
  const full = parsePrice(price, currency, charge)
  return full !== undefined && amount >= full
    ? { upgradeAmount: `The difference must be less than the price of ${formatMoney(full, currency)}` }
    : {}
}

/** The upgrade of a form without problems; undefined for none. */
export function parseUpgrade(fields: UpgradeFields, currency: Currency): Upgrade | undefined {
  const { pricingModel = 'fixed', upgradeFromId = '', upgradeAmount = '' } = fields
  const amount = parseDecimal(upgradeAmount, currency)
  if (pricingModel !== 'fixed' || upgradeFromId === '' || amount === undefined) return undefined
  return { fromId: Number(upgradeFromId), amount }
}
