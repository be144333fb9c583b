/** An amount a person reads, always with its currency: `5.00` USD -> `$5.00`. A decimal string is never made a float. */
export function formatMoney(amount: string | number, currency: string): string {
  // The type of an exact decimal is a template literal; the contract's MoneyText is such a string.
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
    amount as Intl.StringNumericLiteral | number,
  )
}

/** The sign before an amount: `$` for USD, `CA$` for CAD, the code where a currency has none. */
export function currencySymbol(currency: string): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}
