/** Making a format takes much longer than using it. */
const moneyFormats = new Map<string, Intl.NumberFormat>()

function moneyFormat(currency: string): Intl.NumberFormat {
  const format = moneyFormats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency })
  moneyFormats.set(currency, format)
  return format
}

/** Formats an amount with its currency: `5.00` USD -> `$5.00`. A decimal string is never converted to a float. */
export function formatMoney(amount: string | number, currency: string): string {
  // Intl types an exact decimal as a template literal; the contract's MoneyText matches it.
  return moneyFormat(currency).format(amount as Intl.StringNumericLiteral | number)
}

/** The symbol before an amount: `$` for USD, `CA$` for CAD, the code for a currency without one. */
export function currencySymbol(currency: string): string {
  const parts = moneyFormat(currency).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** An amount on a chart's axis: `$50`, `$1.5K`, `-$20`. */
export function formatMoneyTick(amount: number, currency: string): string {
  const isSmall = Math.abs(amount) < 1 && amount !== 0
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: isSmall ? 2 : 0,
    maximumFractionDigits: isSmall ? 2 : 1,
  }).format(amount)
}
