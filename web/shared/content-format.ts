import { defaultCategories, type PublicContent } from '../../contract/content.ts'
import { dictionary } from '../../contract/dictionary.ts'
import type { AccessType } from '../../contract/parts.ts'
import { site } from '../../contract/site.ts'
import '../ui/page-site.ts'

/** A sentence about what buyers get, for an item that nobody pays for, or that comes later. */
export function withTime(
  sentence: string,
  { pricingModel, release }: Pick<PublicContent, 'pricingModel' | 'release'>,
): string {
  if (release) return sentence.replace(/(,? right after you pay)?\.$/, ` from ${release.shortDay} on.`)
  return pricingModel === 'free' ? sentence.replace(/,? right after you pay/, ' right away') : sentence
}

/** Shortens the middle of a long name; its beginning and extension stay. */
export function truncateMiddle(name: string): string {
  const characters = [...name]
  return characters.length > 48
    ? `${characters.slice(0, 30).join('')}…${characters.slice(-14).join('')}`
    : name
}

/** Isolates a right-to-left name, so that the text around it keeps its order. */
export function isolateRtl(name: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name
}

/** Always in MB, as the specification says; small files have a second decimal and never show 0. */
export function formatMegabytes(bytes: number): string {
  const size = bytes / 1024 ** 2
  const decimals = size < 1 ? 2 : 1
  return `${Math.max(0.01, Number(size.toFixed(decimals))).toLocaleString(site().locale)} MB`
}

/** The creator's name, or else their email; empty when neither is public. */
export function creatorName({ user }: Pick<PublicContent, 'user'>): string {
  return user.firstName ?? user.email ?? ''
}

export const defaultCategoryLabels: Readonly<Record<string, string>> = dictionary(
  Object.fromEntries(defaultCategories.map(({ id, label }) => [id, label])),
)

/** The label of a category of this site; its id when the site no longer has it. */
export function categoryLabel(id: string): string {
  return categoryLabels()[id] ?? id
}

/** The labels of this site's categories by id, in their order. */
export function categoryLabels(): Readonly<Record<string, string>> {
  return dictionary(site().categoryLabels ?? defaultCategoryLabels)
}

export const accessTypeLabels: Record<AccessType, string> = {
  download: 'Download',
  view: 'View and download',
  stream: 'Play and download',
  link: 'Link',
}
