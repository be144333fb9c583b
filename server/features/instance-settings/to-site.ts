import { getSiteLogo } from '../../../contract/instance.ts'
import type { InstanceSettings } from '../../../contract/instance-settings.ts'
import { buildUrl } from '../../../contract/route.ts'
import type { Site } from '../../../contract/site.ts'

/** How the site presents itself with these settings. */
export function toSite(settings: InstanceSettings, { publicUrl }: { publicUrl: string }): Site {
  const { siteName, locale, accentColor, supportEmail, sellerName, sellerAddress } = settings
  return {
    ...{ name: siteName, locale, accentColor, supportEmail },
    publicUrl,
    categoryLabels: null,
    logoUrl: logoUrl(settings),
    sellerLines: [sellerName, ...sellerAddress.split('\n')].map((line) => line.trim()).filter(Boolean),
  }
}

/** The path of the site's logo; null for none. */
function logoUrl({ logoKey }: InstanceSettings): string | null {
  return logoKey && buildUrl(getSiteLogo, { params: { id: logoKey.split('/').at(-1) } })
}
