import type { Ports } from '../../ports/index.ts'

/** The settings that a site with real cards cannot be without, with their variables. */
const required = {
  sellerName: 'SELLER_NAME',
  sellerAddress: 'SELLER_ADDRESS',
  supportEmail: 'SUPPORT_EMAIL',
} as const

type SellerSettings = Record<keyof typeof required, string>

/** The variables of the seller's settings that are missing where cards are charged for real. */
export function missingSellerSettings(mode: 'test' | 'live', settings: SellerSettings): Array<string> {
  if (mode === 'test') return []
  const keys = ['sellerName', 'sellerAddress', 'supportEmail'] as const
  return keys.filter((key) => settings[key] === '').map((key) => required[key])
}

/** Throws Error with a message for the operator when buyers who pay real money could not see who sells. */
export function requireSeller({
  paymentProvider,
  settings,
}: Pick<Ports, 'paymentProvider' | 'settings'>): void {
  const missing = missingSellerSettings(paymentProvider.mode, settings.current())
  if (missing.length === 0) return
  throw new Error(
    `Cards are charged for real, so buyers must see who sells and whom to ask. Set ${missing.join(' and ')}.`,
  )
}
