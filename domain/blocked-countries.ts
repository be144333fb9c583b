import { hasEuVat } from './vat-id.ts'

/**
 * Countries against which the United Nations, the United States, the European Union or the United Kingdom have such sanctions
 * that a payment to a stranger there needs a license or a check that this software can’t make.
 */
const restricted = ['IR', 'KP', 'RU', 'SY']

/** Countries beside the EU with a law against following the sanctions of the United States on Cuba. */
const withBlockingStatute = new Set(['GB', 'IS', 'LI', 'NO'])

/**
 * The countries that an operator who has not chosen pays no one in. Cuba is among them unless the seller is in the EU, the EEA
 * or the United Kingdom: there, Regulation (EC) No 2271/96 and its British version forbid following the United States’ embargo.
 */
export function defaultBlockedCountries(sellerCountry: string): Array<string> {
  const ignoresEmbargo = hasEuVat(sellerCountry) || withBlockingStatute.has(sellerCountry)
  return ignoresEmbargo ? restricted : ['CU', ...restricted]
}

/** What someone reads who chooses a country that is not paid. */
export const blockedCountryMessage =
  'This site can’t pay to that country. You can sell, and your balance stays yours. Write to us about other ways.'
