import type { Instance } from '../../../contract/instance.ts'
import type { Site } from '../../../contract/site.ts'

/** The site of the instance whose page is rendered. */
export function toSite(instance: Instance | undefined): Partial<Site> {
  if (!instance) return {}
  const { siteName, locale, accentColor, logoUrl, categories } = instance
  const categoryLabels = Object.fromEntries(categories.map(({ id, label }) => [id, label]))
  return { name: siteName, locale, accentColor, logoUrl, categoryLabels }
}
