import type { PartCounts, PartKind } from '../../contract/parts.ts'
import { formatBytes } from '../../domain/format.ts'
import { countedKinds } from '../../domain/part-counts.ts'
import { pluralize } from '../ui/format.ts'

/** One part of each kind. Several have its name with an s. */
const singles: Record<PartKind, string> = { file: 'a file', link: 'a link', text: 'a text' }

/** What an item of several parts consists of: `12 files`, `3 files and a text`. */
export function countsText(counts: PartCounts): string {
  const present = countedKinds.filter((kind) => counts[kind] > 0)
  return joinWords(
    present.map((kind) => (counts[kind] === 1 ? singles[kind] : pluralize(counts[kind], kind))),
  )
}

type Contents = { partCounts: PartCounts; totalSize: number }

/** The same at the beginning of a line, with the size of the files: `3 files and a text, 12 MB`. */
export function contentsText({ partCounts, totalSize }: Contents): string {
  const counts = capitalize(countsText(partCounts))
  return totalSize > 0 ? `${counts}, ${formatBytes(totalSize)}` : counts
}

/** `a, b and c` */
export function joinWords(words: ReadonlyArray<string>, last = 'and'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
