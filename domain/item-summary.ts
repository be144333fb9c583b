import type { PublicPart } from '../contract/parts.ts'
import { readingMinutes } from './article.ts'
import { formatBytes } from './format.ts'
import { totalSizeOf } from './part-counts.ts'
import { fileTypeOf, type PartNoun, partNoun } from './part-groups.ts'
import { shortLength } from './recording-length.ts'

type SummaryPart = Pick<PublicPart, 'kind' | 'name' | 'size' | 'seconds'> & { text: string | null }

/** One, where its type doesn’t say it, and several. */
const words: Record<PartNoun, [one: string, many: string]> = {
  track: ['Recording', 'tracks'],
  video: ['Video', 'videos'],
  image: ['Image', 'images'],
  PDF: ['PDF', 'PDFs'],
  document: ['Document', 'documents'],
  archive: ['Archive', 'archives'],
  file: ['File', 'files'],
  link: ['Private link', 'private links'],
  text: ['Text', 'texts'],
}

/** What an item is and how much of it, in a few words: `6 tracks, 31 min`, `Text, 20 min`, `ZIP, 48 MB`. Of a bundle: `7 items`. */
export function itemSummary(parts: ReadonlyArray<SummaryPart>, itemCount: number | null): string {
  if (itemCount !== null) return itemCount === 1 ? '1 item' : `${itemCount} items`
  const [first] = parts
  if (!first) return ''
  const isAlike = parts.every((part) => partNoun(part) === partNoun(first))
  return [isAlike ? nameOf(first, parts.length) : `${parts.length} parts`, sizeText(parts, isAlike)]
    .filter(Boolean)
    .join(', ')
}

function nameOf(part: SummaryPart, count: number): string {
  const noun = partNoun(part)
  const [one, many] = words[noun]
  if (count > 1) return `${count} ${many}`
  return noun === 'track' || noun === 'video' ? one : fileTypeOf(part) || one
}

/** The time to hear, see or read it, where that is known of all of it; else the size of its files. */
function sizeText(parts: ReadonlyArray<SummaryPart>, isAlike: boolean): string {
  const seconds = isAlike ? parts.map((part) => part.seconds) : []
  if (seconds.length > 0 && seconds.every((known) => known !== null))
    return shortLength(seconds.reduce((sum, known) => sum + known, 0))
  const texts = isAlike ? parts.flatMap(({ text }) => text ?? []) : []
  if (texts.length > 0) return `${texts.reduce((sum, text) => sum + readingMinutes(text), 0)} min`
  const size = totalSizeOf(parts)
  return size > 0 ? formatBytes(size) : ''
}
