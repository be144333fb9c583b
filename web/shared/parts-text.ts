import type { PublicPart } from '../../contract/parts.ts'
import { formatBytes } from '../../domain/format.ts'
import { countParts, totalSizeOf } from '../../domain/part-counts.ts'
import {
  fileTypeOf,
  type PartGroup,
  type PartNoun,
  partNoun,
  partTitle,
  waysToGet,
} from '../../domain/part-groups.ts'
import { holds } from '../../domain/part-kinds.ts'
import { shortLength } from '../../domain/recording-length.ts'
import { pluralize } from '../ui/format.ts'
import { formatMegabytes, isolateRtl, truncateMiddle } from './content-format.ts'
import { countsText, joinWords } from './contents-text.ts'

const unnamed: Record<PartNoun, string> = {
  track: 'A track',
  video: 'A video',
  image: 'An image',
  PDF: 'A PDF',
  document: 'A document',
  archive: 'An archive',
  file: 'A file',
  link: 'A private link',
  text: 'A text',
}

/** A part's name, or what it is. */
export function partLabel(part: PublicPart): string {
  return partTitle(part) || unnamed[partNoun(part)]
}

/** What a part is, for a narrow column: `WAV`, `Link`. Empty where its name says it. */
export function partType(part: PublicPart): string {
  if (partTitle(part) === '') return ''
  const noun = partNoun(part)
  if (noun === 'link') return 'Link'
  return noun === 'text' ? 'Text' : fileTypeOf(part)
}

/** A line of the summary: what it is, and of what type. */
export function groupText({ noun, parts }: PartGroup): { title: string; detail: string } {
  if (noun === 'rest') return { title: `${parts.length} more parts`, detail: countsText(countParts(parts)) }
  const [first] = parts
  if (first && parts.length === 1) return { title: partLabel(first), detail: detailOfOne(noun, first) }
  return { title: pluralize(parts.length, noun), detail: detailOfMany(noun, parts) }
}

const details: Partial<Record<PartNoun, { one: string; many: string }>> = {
  link: { one: 'A private link', many: 'Private links' },
  text: { one: 'Text', many: 'To read in your browser' },
}

function detailOfOne(noun: PartNoun, part: PublicPart): string {
  if (partTitle(part) === '') return ''
  return details[noun]?.one ?? typesAndSize([part])
}

function detailOfMany(noun: PartNoun, parts: Array<PublicPart>): string {
  return details[noun]?.many ?? typesAndSize(parts)
}

const maxNamedTypes = 3

/** `WAV and FLAC, 3.2 GB` */
function typesAndSize(parts: Array<PublicPart>): string {
  const types = [...new Set(parts.map(fileTypeOf).filter(Boolean))]
  const named = types.length <= maxNamedTypes ? joinWords(types) : ''
  return [named, formatBytes(totalSizeOf(parts))].filter(Boolean).join(', ')
}

/** How the parts of an item are delivered: `Play and download`. */
export function waysText(parts: ReadonlyArray<PublicPart>): string {
  return capitalize(joinWords(waysToGet(parts)) || countsText(countParts(parts)))
}

/** How an item of one part is delivered, of a file with its name and size: `Play and download · ferry.wav · 48.2 MB`. */
export function accessSummary(part: PublicPart): string {
  const { kind, name, size } = part
  if (!holds(kind, 'file')) return holds(kind, 'url') ? 'Private link' : 'Text to read here'
  const file = [name && isolateRtl(truncateMiddle(name)), size === null ? '' : formatMegabytes(size)]
  return [waysText([part]), ...file].filter(Boolean).join(' · ')
}

const opened: Partial<Record<PartNoun, string>> = {
  link: 'Open it right after you pay.',
  text: 'Read it in your browser right after you pay.',
}
const verbs: Partial<Record<PartNoun, string>> = {
  track: 'Play',
  video: 'Watch',
  PDF: 'Read',
  document: 'Read',
}

/** What a buyer of an item of one part gets, and how: `A recording, 31 min` and `Yours to download.` */
export function whatYouGet(part: PublicPart): { title: string; use: string } {
  const noun = partNoun(part)
  if (!holds(part.kind, 'file')) return { title: unnamed[noun], use: opened[noun] ?? '' }
  const length = part.seconds === null ? '' : `, ${shortLength(part.seconds)}`
  // What no browser shows is downloaded, whatever its access type is.
  const isShown = waysToGet([part]).length > 1
  const use = isShown ? `${verbs[noun] ?? 'See'} it here or download it.` : 'Yours to download.'
  return { title: `${noun === 'track' ? 'A recording' : unnamed[noun]}${length}`, use }
}

/** What buyers do with several parts: `Yours to keep: play it in the browser, or download one by one or all at once.` */
export function keepText(parts: ReadonlyArray<PublicPart>): string {
  const fileCount = countParts(parts).file
  if (fileCount === 0) return 'Yours to keep: open it right after you pay.'
  const uses = waysToGet(parts).filter((way) => way !== 'download')
  const download = fileCount > 1 ? 'download one by one or all at once' : 'download it'
  const end = uses.length === 0 ? `${download}, right after you pay` : `or ${download}`
  const use = uses.length === 0 ? '' : `${uses.join(' or ')} it in the browser, `
  return `Yours to keep: ${use}${end}.`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
