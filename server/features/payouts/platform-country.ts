import type { Ports } from '../../ports/index.ts'

/** The country of the account at the card provider: its own setting, else the seller's country. */
export function platformCountry({ settings }: Pick<Ports, 'settings'>): string {
  const { platformCountry: country, sellerCountry } = settings.current()
  return country || sellerCountry || 'US'
}
