import type { Brand } from '../../../contract/brand.ts'
import { getLogo } from '../../../contract/pro.ts'
import { urlOf } from '../../../contract/route.ts'

type Branded = {
  plan: 'creator' | 'pro'
  accentColor: string | null
  logoKey: string | null
  hideBrand: boolean
}

/** What a creator's pages wear instead of our look; null without Pro, or where nothing was chosen. */
export function brandOf({ plan, accentColor, logoKey, hideBrand }: Branded): Brand | null {
  if (plan !== 'pro' || (!accentColor && !logoKey && !hideBrand)) return null
  return { accentColor, logo: logoUrl({ logoKey }), hidesName: hideBrand }
}

export function logoUrl({ logoKey }: Pick<Branded, 'logoKey'>): string | null {
  return logoKey ? urlOf(getLogo, { params: { id: logoKey.split('/').at(-1) } }) : null
}
