import { extensionOf } from '../../../../../../domain/file-type.ts'
import { formatBytes } from '../../../../../../domain/format.ts'
import { type PartNoun, partNoun } from '../../../../../../domain/part-groups.ts'
import { holds } from '../../../../../../domain/part-kinds.ts'
import { formatCount, pluralize } from '../../../../../ui/format.ts'
import type { PartEntry } from './entries.ts'

/** What buyers will call a part. Its file may not have arrived. */
export function nounOf({ kind, file }: Pick<PartEntry, 'kind' | 'file'>): PartNoun {
  return partNoun({ kind, name: file?.name ?? '' })
}

/** What a part is, in words: `WAV · 255.7 MB`, the address of a link, the length of a text. */
export function describePart(part: PartEntry): string {
  const { kind, file, url, text, replacedBytes } = part
  if (holds(kind, 'url')) return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
  if (holds(kind, 'text')) return `Text · ${wordCount(text)}`
  if (!file) return ''
  const extension = extensionOf(file.name).toUpperCase()
  const was = replacedBytes === undefined ? '' : `was ${formatBytes(replacedBytes)}`
  return [extension, formatBytes(file.size), was].filter(Boolean).join(' · ')
}

function wordCount(text: string): string {
  const words = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  let count = 0
  for (const { isWordLike } of words) if (isWordLike) count += 1
  return pluralize(count, 'word')
}

/** The number of parts: `6 tracks` when all are music, else `3 parts`. */
export function countParts(parts: ReadonlyArray<PartEntry>): string {
  const isMusic = parts.length > 0 && parts.every((part) => nounOf(part) === 'track')
  return pluralize(parts.length, isMusic ? 'track' : 'part')
}

export function totalBytes(parts: ReadonlyArray<PartEntry>): number {
  return parts.reduce((sum, { file }) => sum + (file?.size ?? 0), 0)
}

/** The summary of an item of several parts: `12 tracks · 3.2 GB`. */
export function summarizeParts(parts: ReadonlyArray<PartEntry>): string {
  const bytes = totalBytes(parts)
  return [countParts(parts), bytes > 0 ? formatBytes(bytes) : ''].filter(Boolean).join(' · ')
}

/** Who keeps a part that is removed. */
export function removedNote(buyers: number, isStored: boolean): string {
  if (!isStored) return 'Removed.'
  if (buyers === 0) return 'Removed when you save.'
  return buyers === 1
    ? 'The person who bought it keeps it.'
    : `The ${formatCount(buyers)} people who bought it keep it.`
}
