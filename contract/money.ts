import * as z from 'zod/mini'
import { dictionary } from './dictionary.ts'

/** Decimals of a currency by ISO 4217; two unless listed. Never multiply by 100 directly. */
const minorUnitExponents: Record<string, number> = dictionary({
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
})

/** The pattern of an ISO 4217 code. The database checks the same pattern. */
export const currencyPattern = /^[A-Z]{3}$/

/** An uppercase ISO 4217 code. */
export const Currency = z.string().check(z.regex(currencyPattern))
export type Currency = z.infer<typeof Currency>

/** An amount in the currency's smallest unit (cents for USD): a safe integer, may be negative. */
export type MinorUnits = number

/** The number of decimals of a currency (ISO 4217). */
export function minorUnitExponent(currency: Currency): number {
  return minorUnitExponents[currency] ?? 2
}

/** Formats minor units as a decimal string with the currency's decimals, `500` USD -> `5.00`. For JSON and CSV. */
export function formatDecimal(amount: MinorUnits, currency: Currency): string {
  const decimals = minorUnitExponent(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const integerDigits = digits.slice(0, digits.length - decimals)
  const sign = amount < 0 ? '-' : ''
  return decimals === 0 ? `${sign}${integerDigits}` : `${sign}${integerDigits}.${digits.slice(-decimals)}`
}

/**
 * Parses a decimal string exactly, without floats. Undefined when it is invalid or has more decimals than the
 * currency.
 */
export function parseDecimal(text: string, currency: Currency): MinorUnits | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,3}))?$/.exec(text.trim())
  if (!match) return undefined
  const decimals = minorUnitExponent(currency)
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) return undefined
  const amount = Number(`${match[1]}${fraction.padEnd(decimals, '0')}`)
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** An amount in a request: `5` or `5.00`. A JSON number is converted to a string. The domain validates the amount. */
export const AmountInput = z
  .pipe(
    z.union([z.string(), z.number()], { error: 'Enter an amount like 5.00' }),
    z.transform((value) => String(value).trim()),
  )
  .check(z.refine((text) => /^\d{1,12}(\.\d{1,3})?$/.test(text), 'Enter an amount like 5.00'))

/** A decimal string such as `5.00`. */
export const DecimalString = z.string()
