import type { ContentPart } from '../../../../contract/parts.ts'
import { isInlineSafe, isRecording } from '../../../../domain/file-type.ts'
import { type KindHolding, kinds } from '../../../../domain/part-kinds.ts'

export type FilePart = Extract<ContentPart, { kind: KindHolding<'file'> }>

export function isFilePart(part: ContentPart | undefined): part is FilePart {
  return part !== undefined && kinds[part.kind].holds === 'file'
}

/** How the page shows a purchased part. `none` for links, texts, and files that are only downloaded. */
export function viewerKindOf(part: ContentPart | undefined): 'view' | 'play' | 'none' {
  if (!isFilePart(part) || part.access === 'download' || !part.type || !isInlineSafe(part.type)) return 'none'
  return isRecording(part.type) ? 'play' : 'view'
}
