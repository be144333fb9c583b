import type { TipPageBranding } from '../../../contract/branding.ts'
import { getLogo } from '../../../contract/pro.ts'
import { buildUrl } from '../../../contract/route.ts'

type BrandingColumns = {
  plan: 'creator' | 'pro'
  accentColor: string | null
  logoKey: string | null
  hideBrand: boolean
}

/** A creator's branding of public pages; null without Pro or without any setting. */
export function presentBranding({
  plan,
  accentColor,
  logoKey,
  hideBrand,
}: BrandingColumns): TipPageBranding | null {
  if (plan !== 'pro' || (!accentColor && !logoKey && !hideBrand)) return null
  return { accentColor, logoUrl: logoUrl({ logoKey }), hidesPlatformName: hideBrand }
}

export function logoUrl({ logoKey }: Pick<BrandingColumns, 'logoKey'>): string | null {
  return logoKey ? buildUrl(getLogo, { params: { id: logoKey.split('/').at(-1) } }) : null
}
