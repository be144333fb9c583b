import { defaultCategories, type PublicContent } from '../../contract/content.ts'
import { dictionary } from '../../contract/dictionary.ts'
import type { AccessType, PartKind } from '../../contract/parts.ts'
import { site } from '../../contract/site.ts'
import { isInlineSafe, mimeTypeOf } from '../../domain/file-type.ts'
import '../ui/page-site.ts'

type FileSummary = Pick<PublicContent, 'kind' | 'accessType' | 'fileName' | 'fileSize'>

/** What a tip page says of an item of each kind; null where its access type and file say it. */
const descriptions: Record<PartKind, { summary: string | null; sentence: string | null }> = {
  file: { summary: null, sentence: null },
  link: { summary: null, sentence: 'A private link to open right after you pay.' },
  text: { summary: 'View · Text', sentence: 'A text to read in your browser right after you pay.' },
}

/** How the item is delivered, with the file's name and size: `Download · presets.zip · 48.2 MB`. */
export function accessSummary({ kind, accessType, fileName, fileSize }: FileSummary): string {
  const { summary } = descriptions[kind]
  if (summary !== null) return summary
  const name = fileName && isolateRtl(truncateMiddle(fileName))
  const parts = [accessTypeLabels[accessType], name, fileSize === null ? null : formatMegabytes(fileSize)]
  return parts.filter(Boolean).join(' · ')
}

const fileUses = {
  download: 'to download',
  view: 'to view in your browser',
  stream: 'to play in your browser',
  link: 'to open',
}

/** A sentence about what buyers get, for an item that nobody pays for, or that comes later. */
export function withTime(
  sentence: string,
  { pricingModel, release }: Pick<PublicContent, 'pricingModel' | 'release'>,
): string {
  if (release) return sentence.replace(/,? right after you pay/, ` from ${release.shortDay} on`)
  return pricingModel === 'free' ? sentence.replace(/,? right after you pay/, ' right away') : sentence
}

/** What a buyer gets, in a sentence: `One ZIP file to download right after you pay.` */
export function whatYouGet({ kind, accessType, fileName }: FileSummary): string {
  const { sentence } = descriptions[kind]
  if (sentence !== null) return sentence
  const extension = /\.([A-Za-z][A-Za-z0-9]{0,4})$/.exec(fileName ?? '')?.[1]?.toUpperCase()
  // What no browser shows is downloaded, whatever its access type is.
  const use = isInlineSafe(mimeTypeOf(fileName ?? '')) ? fileUses[accessType] : fileUses.download
  return `One ${extension ? `${extension} file` : 'file'} ${use} right after you pay.`
}

/** Shortens the middle of a long name; its beginning and extension stay. */
export function truncateMiddle(name: string): string {
  const characters = [...name]
  return characters.length > 48
    ? `${characters.slice(0, 30).join('')}…${characters.slice(-14).join('')}`
    : name
}

/** Isolates a right-to-left name, so that the text around it keeps its order. */
function isolateRtl(name: string): string {
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
  view: 'View',
  stream: 'Stream',
  link: 'Link',
}
