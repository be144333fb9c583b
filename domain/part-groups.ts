import { dictionary } from '../contract/dictionary.ts'
import type { PublicPart } from '../contract/parts.ts'
import { extensionOf, isPdf, isPicture, isRecording, mimeTypeOf } from './file-type.ts'
import { holds } from './part-kinds.ts'

/** What buyers call a part. */
export type PartNoun =
  | 'track'
  | 'video'
  | 'picture'
  | 'PDF'
  | 'document'
  | 'archive'
  | 'file'
  | 'link'
  | 'text'

/** Files that no browser shows, by extension. */
const nouns: Record<string, PartNoun> = dictionary({
  ...nounFor('track', ['aif', 'aiff', 'alac', 'mid', 'midi', 'wma']),
  ...nounFor('video', ['avi', 'mkv', 'mpg', 'wmv']),
  ...nounFor('picture', ['arw', 'cr2', 'dng', 'heic', 'nef', 'svg', 'tif', 'tiff']),
  ...nounFor('document', ['doc', 'docx', 'epub', 'md', 'mobi', 'odt', 'rtf', 'txt']),
  ...nounFor('archive', ['7z', 'gz', 'rar', 'tar', 'tgz', 'zip']),
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
  if (isPicture(type)) return 'picture'
  return nouns[extensionOf(name)] ?? 'file'
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
