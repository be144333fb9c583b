import { dictionary } from '../contract/dictionary.ts'
import type { PublicPart } from '../contract/parts.ts'
import { extensionOf, isInlineSafe, isPdf, isPicture, isRecording, mimeTypeOf } from './file-type.ts'
import { holds } from './part-kinds.ts'

/** What buyers call a part. */
export type PartNoun = 'track' | 'video' | 'image' | 'PDF' | 'document' | 'archive' | 'file' | 'link' | 'text'

/** Parts that buyers call the same, as one line of a summary. `rest` stands for several such groups. */
export type PartGroup = { noun: PartNoun | 'rest'; parts: Array<PublicPart> }

/** Files that no browser shows, by extension. */
const nouns: Record<string, PartNoun> = dictionary({
  ...nounFor('track', ['aif', 'aifc', 'aiff', 'alac', 'ape', 'mid', 'midi', 'wma']),
  ...nounFor('video', ['avi', 'mkv', 'mpeg', 'mpg', 'wmv']),
  ...nounFor('image', ['arw', 'cr2', 'dng', 'heic', 'heif', 'nef', 'psd', 'svg', 'tif', 'tiff']),
  ...nounFor('document', [
    'doc',
    'docx',
    'epub',
    'key',
    'md',
    'mobi',
    'odt',
    'pages',
    'ppt',
    'pptx',
    'rtf',
    'txt',
    'xls',
    'xlsx',
  ]),
  ...nounFor('archive', ['7z', 'bz2', 'gz', 'rar', 'tar', 'tgz', 'xz', 'zip']),
})

function nounFor(noun: PartNoun, extensions: Array<string>): Record<string, PartNoun> {
  return Object.fromEntries(extensions.map((extension) => [extension, noun]))
}

export function partNoun({ kind, name }: Pick<PublicPart, 'kind' | 'name'>): PartNoun {
  if (holds(kind, 'url')) return 'link'
  if (holds(kind, 'text')) return 'text'
  const type = mimeTypeOf(name)
  if (isPdf(type)) return 'PDF'
  if (isRecording(type)) return type.startsWith('audio/') ? 'track' : 'video'
  if (isPicture(type)) return 'image'
  return nouns[extensionOf(name)] ?? 'file'
}

const maxGroups = 4

/** The parts by what buyers call them, in the order of their first ones: at most four groups, of which the last may be the rest. */
export function groupParts(parts: ReadonlyArray<PublicPart>): Array<PartGroup> {
  const byNoun = Map.groupBy(parts, partNoun)
  const groups = [...byNoun].map(([noun, ofNoun]) => ({ noun, parts: ofNoun }))
  if (groups.length <= maxGroups) return groups
  const shown = groups.slice(0, maxGroups - 1)
  const rest = groups.slice(maxGroups - 1).flatMap((group) => group.parts)
  return [...shown, { noun: 'rest', parts: rest }]
}

/** The parts of each section, in their order. Those before the first section have none. */
export function sectionsOf<Part extends { section: string }>(
  parts: ReadonlyArray<Part>,
): Array<{ section: string; parts: Array<Part> }> {
  const sections: Array<{ section: string; parts: Array<Part> }> = []
  for (const part of parts) {
    const last = sections.at(-1)
    if (last && last.section === part.section) last.parts.push(part)
    else sections.push({ section: part.section, parts: [part] })
  }
  return sections
}

/** The name of a part for everyone: a file's without its extension. Empty when it has none. */
export function partTitle({ kind, name }: Pick<PublicPart, 'kind' | 'name'>): string {
  if (!holds(kind, 'file')) return name
  const extension = extensionOf(name)
  return extension === '' || name.length === extension.length + 1
    ? name
    : name.slice(0, -extension.length - 1)
}

/** The type of a file as people write it: `WAV`. Empty for a name without an extension, and for what is no file. */
export function fileTypeOf({ kind, name }: Pick<PublicPart, 'kind' | 'name'>): string {
  return holds(kind, 'file') ? extensionOf(name).toUpperCase() : ''
}

/** How buyers get several parts: `Play and download`. Empty when none of them is a file. */
export function waysToGet(parts: ReadonlyArray<PublicPart>): Array<'play' | 'view' | 'download'> {
  const files = parts.filter(({ kind }) => holds(kind, 'file'))
  const shown = files.filter(({ access, name }) => access !== 'download' && isInlineSafe(mimeTypeOf(name)))
  const canPlay = shown.some(({ name }) => isRecording(mimeTypeOf(name)))
  const canView = shown.some(({ name }) => !isRecording(mimeTypeOf(name)))
  return [
    ...(canPlay ? (['play'] as const) : []),
    ...(canView ? (['view'] as const) : []),
    ...(files.length > 0 ? (['download'] as const) : []),
  ]
}
