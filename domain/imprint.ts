import type { ImprintName } from '../contract/site.ts'

/** Countries whose law asks for an Impressum. */
const imprintCountries = ['AT', 'CH', 'DE', 'LI', 'LU']

/** What the page with the seller’s name and address is called. */
export function imprintNameOf(sellerCountry: string): ImprintName {
  return imprintCountries.includes(sellerCountry) ? 'Imprint' : 'Legal notice'
}
