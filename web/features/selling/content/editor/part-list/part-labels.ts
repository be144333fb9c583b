import { extensionOf, isPdf, mimeTypeOf } from '../../../../../../domain/file-type.ts'
import { formatBytes } from '../../../../../../domain/format.ts'
import { holds } from '../../../../../../domain/part-kinds.ts'
import { formatCount, pluralize } from '../../../../../ui/format.ts'
import type { PartEntry } from './entries.ts'

export type PartIcon = 'music' | 'video' | 'image' | 'document' | 'package' | 'file' | 'link' | 'text'

const otherIcons: ReadonlyArray<[PartIcon, RegExp]> = [
  ['music', /^(aif[cf]?|ape|mid|midi|wma)$/],
  ['video', /^(avi|mkv|mpe?g|wmv)$/],
  ['image', /^(heic|heif|psd|svg|tiff?)$/],
  ['document', /^(docx?|epub|key|md|mobi|odt|pages|pptx?|rtf|txt|xlsx?)$/],
  ['package', /^(7z|bz2|gz|rar|tar|xz|zip)$/],
]

/** What a part is, for the picture in its row. */
export function iconOf({ kind, file }: Pick<PartEntry, 'kind' | 'file'>): PartIcon {
  if (!holds(kind, 'file')) return holds(kind, 'url') ? 'link' : 'text'
  const extension = extensionOf(file?.name ?? '')
  const type = mimeTypeOf(file?.name ?? '')
  if (type.startsWith('audio/')) return 'music'
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('image/')) return 'image'
  if (isPdf(type)) return 'document'
  return otherIcons.find(([, extensions]) => extensions.test(extension))?.[0] ?? 'file'
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
  const isMusic = parts.length > 0 && parts.every((part) => iconOf(part) === 'music')
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
