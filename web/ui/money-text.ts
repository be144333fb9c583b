import './page-site.ts'
import { site } from '../../contract/site.ts'
import { formatDecimalMoney, moneyFormat, withMinusSign } from '../../domain/money-text.ts'

/** Formats an amount with its currency: `5.00` USD -> `$5.00`. A decimal string is never converted to a float. */
export function formatMoney(amount: string | number, currency: string): string {
  return formatDecimalMoney(amount, currency)
}

/** The symbol before an amount: `$` for USD, `CA$` for CAD, the code for a currency without one. */
export function currencySymbol(currency: string): string {
  const parts = moneyFormat(currency).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** An amount on a chart's axis: `$50`, `$1.5K`, `−$20`. */
export function formatMoneyTick(amount: number, currency: string): string {
  const isSmall = Math.abs(amount) < 1 && amount !== 0
  const format = new Intl.NumberFormat(site().locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: isSmall ? 2 : 0,
    maximumFractionDigits: isSmall ? 2 : 1,
  })
  return withMinusSign(format.format(amount))
}
