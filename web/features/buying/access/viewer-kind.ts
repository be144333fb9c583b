import type { ContentPart } from '../../../../contract/parts.ts'
import { isInlineSafe, isPicture, isRecording } from '../../../../domain/file-type.ts'
import { type KindHolding, kinds } from '../../../../domain/part-kinds.ts'

export type FilePart = Extract<ContentPart, { kind: KindHolding<'file'> }>

export function isFilePart(part: ContentPart | undefined): part is FilePart {
  return part !== undefined && kinds[part.kind].holds === 'file'
}

/**
 * How the page shows a purchased part. `none` for links, texts, and files that are only downloaded. A recording is played
 * whatever its access type is: who could hear a part of it before paying hears all of it afterwards.
 */
export function viewerKindOf(part: ContentPart | undefined): 'view' | 'play' | 'none' {
  if (!isFilePart(part) || !part.type || !isInlineSafe(part.type)) return 'none'
  if (isRecording(part.type)) return 'play'
  return part.access === 'download' ? 'none' : 'view'
}

/** A file that can't be delivered now. */
export function isMissing(part: ContentPart): boolean {
  return isFilePart(part) && part.url === null
}

/** A recording that the page plays. */
export function isTrack(part: FilePart): boolean {
  return viewerKindOf(part) === 'play' && !isMissing(part)
}

/** With fewer pictures, each is a row like other files. */
const minGalleryPictures = 3

/** The pictures that the page shows as squares: none when there are only a few. */
export function galleryPictures(parts: ReadonlyArray<ContentPart>): Array<FilePart> {
  const pictures = parts
    .filter(isFilePart)
    .filter((part) => viewerKindOf(part) === 'view' && isPicture(part.type ?? '') && !isMissing(part))
  return pictures.length < minGalleryPictures ? [] : pictures
}
