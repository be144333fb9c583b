import type { PublicPart } from '../../../../contract/parts.ts'
import { readingMinutes } from '../../../../domain/article.ts'
import { formatBytes } from '../../../../domain/format.ts'
import { groupParts } from '../../../../domain/part-groups.ts'
import { teaserText } from '../../../../domain/teaser.ts'
import { cut } from '../../../../domain/truncate.ts'
import { groupText, keepText, whatYouGet } from '../../../shared/parts-text.ts'
import { longLength } from '../../../shared/recording-length.ts'
import { titleFromFileName } from '../../../shared/title-from-file-name.ts'
import { pluralize } from '../../../ui/format.ts'
import type { Chosen } from './chosen.ts'
import type { ReadFile } from './read-file.ts'

export function firstTitle(chosen: Chosen): string {
  if ('files' in chosen) return titleFromFileName(chosen.files[0].name)
  if ('link' in chosen) return new URL(chosen.link).host.replace(/^www\./, '')
  const [line = ''] = chosen.text
    .trim()
    .replace(/^[#>\s-]+/, '')
    .split('\n')
  return cut(line, 80).trim()
}

/** A text from this length on gives its first words. */
const teaserFromWords = 100
const teaserWords = 50

/** The first words of a text that its page starts with; null for what is short, or no text. */
export function textTeaserOf(chosen: Chosen): { words: number; text: string } | null {
  if (!('text' in chosen) || chosen.text.split(/\s+/).length < teaserFromWords) return null
  return { words: teaserWords, text: teaserText(chosen.text.trim(), teaserWords) }
}

/** The parts that the item will have, as its tip page has them. */
export function partsOf(chosen: Chosen, { seconds }: ReadFile): [PublicPart, ...Array<PublicPart>] {
  const typed = { name: '', section: '', size: null, seconds: null, isPreviewed: false }
  if ('link' in chosen) return [{ ...typed, kind: 'link', access: 'link' }]
  if ('text' in chosen) return [{ ...typed, kind: 'text', access: 'view' }]
  const toPart = ({ name, size }: File) =>
    ({ ...typed, kind: 'file', access: 'download', name, size }) satisfies PublicPart
  const [first, ...others] = chosen.files
  return [{ ...toPart(first), seconds: seconds ?? null }, ...others.map(toPart)]
}

/** What the tip page says of it, in its own words. */
export function insideOf(chosen: Chosen, read: ReadFile): Array<string> {
  const parts = partsOf(chosen, read)
  const [first, ...others] = parts
  const groups = groupParts(parts).map(groupText)
  const { title, use } = whatYouGet(first)
  if (others.length === 0)
    return [[title, use].filter(Boolean).join('. '), ...groups.flatMap(({ detail }) => detail || [])]
  return [...groups.map(({ title, detail }) => [title, detail].filter(Boolean).join(', ')), keepText(parts)]
}

const here = 'On this device until you publish.'

/** What was given, in a name and a line about it. What can't be read is ready to sell all the same. */
export function chosenRow(chosen: Chosen, read: ReadFile | undefined): { name: string; note: string } {
  if ('link' in chosen) return { name: chosen.link, note: here }
  if ('text' in chosen)
    return { name: firstTitle(chosen), note: `${readingMinutes(chosen.text)} min to read. ${here}` }
  const [file, ...others] = chosen.files
  const size = formatBytes(chosen.files.reduce((sum, one) => sum + one.size, 0))
  const more = others.length > 0 ? ` and ${pluralize(others.length, 'more file')}` : ''
  const isUnreadable = read && !read.plays && !read.cover
  const length = read?.seconds !== undefined && others.length === 0 ? `${longLength(read.seconds)}, ` : ''
  return {
    name: `${file.name}${more}`,
    note: `${length}${size}${isUnreadable ? '. Ready to sell' : ''}. ${here}`,
  }
}

/** The free preview that its page starts with: 30 seconds of what is longer than a minute, 15 of what is shorter. */
export function sampleSecondsOf({ plays, seconds = 0 }: ReadFile): number | null {
  if (!plays || seconds < 30) return null
  return seconds < 60 ? 15 : 30
}
