import { withdrawalCountries } from './tax.ts'

/** The words that a buyer agrees to where consumers may withdraw. They are stored with the purchase. */
export const withdrawalConsentText =
  'Deliver my purchase right away. I know that I lose my right of withdrawal once it has been delivered.'

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
