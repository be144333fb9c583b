import type { PartCounts } from '../../contract/parts.ts'
import { formatBytes } from '../../domain/format.ts'
import { countedKinds, totalCount } from '../../domain/part-counts.ts'
import { pluralize } from '../ui/format.ts'

/** What an item of several parts consists of: `12 files`, `3 files and a text`. */
export function countsText(counts: PartCounts): string {
  return joinWords(
    countedKinds.flatMap((kind) => {
      if (counts[kind] === 0) return []
      return counts[kind] === 1 ? `a ${kind}` : pluralize(counts[kind], kind)
    }),
  )
}

type Contents = { partCounts: PartCounts; totalSize: number; itemCount?: number | null }

/** The same with the size of the files: `3 files and a text, 12 MB`. Of a bundle: `7 items`. Undefined for one part. */
export function contentsText({ partCounts, totalSize, itemCount = null }: Contents): string | undefined {
  if (itemCount !== null) return pluralize(itemCount, 'item')
  if (totalCount(partCounts) === 1) return undefined
  const counts = countsText(partCounts)
  return totalSize > 0 ? `${counts}, ${formatBytes(totalSize)}` : counts
}

/** `a, b and c`. The words have no commas. */
export function joinWords(words: ReadonlyArray<string>): string {
  return words.join(', ').replace(/, (?=[^,]*$)/, ' and ')
}
