import type { Currency } from '../contract/money.ts'
import { site } from '../contract/site.ts'

/** Making a format takes much longer than using it. */
const formats = new Map<string, Intl.NumberFormat>()

/** How amounts of a currency are written on this site. */
export function moneyFormat(currency: Currency): Intl.NumberFormat {
  const { locale } = site()
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  formats.set(key, format)
  return format
}

/**
 * Formats a decimal string or a number with its currency: `5.00` USD -> `$5.00`, `-5.00` -> `−$5.00` with the minus sign. A
 * string is never converted to a float.
 */
export function formatDecimalMoney(amount: string | number, currency: Currency): string {
  // Intl types an exact decimal as a template literal; the contract's DecimalString matches it.
  return withMinusSign(moneyFormat(currency).format(amount as Intl.StringNumericLiteral | number))
}

/** Some locales of Intl write a hyphen before negative numbers, which is short and may end a line. */
export function withMinusSign(text: string): string {
  return text.replace('-', '\u2212')
}
