import { dictionary } from '../contract/dictionary.ts'
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

const units = ['Bytes', 'KB', 'MB', 'GB'] as const

/** A count with its noun, which takes an s: `1 file`, `1,204 files`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString(site().locale)} ${noun}${count === 1 ? '' : 's'}`
}

/** Formats a size with at most one decimal: 5 GiB -> `5 GB`, 50541363 -> `48.2 MB`. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const rounded = Number((bytes / 1024 ** step).toFixed(1))
  // 1023.96 KB would round to "1024 KB", so the next unit is used.
  if (rounded >= 1024 && step < units.length - 1) return `1 ${units[step + 1]}`
  return `${rounded.toLocaleString(site().locale)} ${units[step]}`
}

const brandNames: Record<string, string> = dictionary({
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
})

/** `Visa ••4242`; `Card ••4242` for a brand without a name here. Null when the card is not known. */
export function cardText({
  cardBrand,
  cardLast4,
}: {
  cardBrand: string | null
  cardLast4: string | null
}): string | null {
  if (!cardLast4) return null
  return `${brandNames[cardBrand ?? ''] ?? 'Card'} ••${cardLast4}`
}

/** A receipt's number as printed: `2026-000042`. */
export function formatReceiptNumber({ year, number }: { year: number; number: number }): string {
  return `${year}-${String(number).padStart(6, '0')}`
}
