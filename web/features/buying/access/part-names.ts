import type { ContentPart } from '../../../../contract/parts.ts'
import { readingMinutes } from '../../../../domain/article.ts'
import { formatBytes } from '../../../../domain/format.ts'
import { fileTypeOf, partTitle } from '../../../../domain/part-groups.ts'

/** The names of parts by id: files without their extension, unless two of a section would have the same name. */
export function partNames(parts: ReadonlyArray<ContentPart>): ReadonlyMap<number, string> {
  const keyOf = (part: ContentPart) => JSON.stringify([part.section, partTitle(part)])
  const counts = new Map<string, number>()
  for (const part of parts) counts.set(keyOf(part), (counts.get(keyOf(part)) ?? 0) + 1)
  return new Map(
    parts.map((part) => [
      part.id,
      ((counts.get(keyOf(part)) ?? 0) > 1 ? part.name : partTitle(part)) || unnamed[part.kind],
    ]),
  )
}

const unnamed: Record<ContentPart['kind'], string> = { file: 'File', link: 'Link', text: 'Text' }

/** What stands below a part's name: `PDF, 18.4 MB`, `Text, 4 min read`, or where a link leads. */
export function partDetail(part: ContentPart): string {
  if (part.kind === 'link') return part.url?.replace(/^https?:\/\//, '').replace(/\/$/, '') ?? ''
  if (part.kind === 'text') return `Text, ${readingMinutes(part.text ?? '')} min read`
  return [fileTypeOf(part), part.size === null ? '' : formatBytes(part.size)].filter(Boolean).join(', ')
}
