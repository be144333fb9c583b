import { dictionary } from '../contract/dictionary.ts'
import { withdrawalCountries } from './tax.ts'

/** The words that a buyer agrees to where consumers may withdraw. They are stored with the purchase. */
export const withdrawalConsentText =
  'Deliver my purchase right away. I know that I lose my right of withdrawal once it has been delivered.'

/** The formats of VAT ids after the country's two letters, by country; Greece writes EL, Northern Ireland XI. */
const formats: Readonly<Record<string, RegExp>> = dictionary({
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E?\d{9}(MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{10}\d{2}$/,
  NO: /^\d{9}(MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
})

/**
 * A typed VAT id without spaces and dots, as `DE123456789`; undefined when its country is not known or its form is not
 * that of the country. Whether it exists is not checked.
 */
export function parseVatId(typed: string): string | undefined {
  const vatId = typed.toUpperCase().replace(/[\s.-]/g, '')
  const format = formats[vatId.slice(0, 2)]
  return format?.test(vatId.slice(2)) ? vatId : undefined
}

/** 14 days. Source: Directive 2011/83/EU, article 9; for digital content they begin with the contract. */
const withdrawalPeriodMs = 14 * 24 * 3_600_000

/** Whether consumers of `country` (ISO 3166-1) may withdraw, unless they agreed to immediate delivery. */
export function hasWithdrawalRight(country: string | null | undefined): boolean {
  return country != null && withdrawalCountries.includes(country)
}

type PaidPurchase = {
  buyerCountry: string | null
  sellerCountry: string
  /** When the buyer agreed to immediate delivery, which ends the right as soon as the link is sent. */
  consentedAt: Date | null
  paidAt: Date
}

/** Whether the buyer of a purchase may still withdraw from it without a reason. */
export function canWithdraw(
  { buyerCountry, sellerCountry, consentedAt, paidAt }: PaidPurchase,
  now: Date,
): boolean {
  if (consentedAt !== null) return false
  if (!hasWithdrawalRight(buyerCountry) && !hasWithdrawalRight(sellerCountry)) return false
  return now.getTime() < paidAt.getTime() + withdrawalPeriodMs
}
