import { buildUrl } from '../../../contract/route.ts'
import { getTeaserPart, type Teaser } from '../../../contract/teasers.ts'
import { isForSale } from '../../../domain/access.ts'
import type { FileResponse } from '../../http/file-response.ts'
import type { Ports } from '../../ports/index.ts'
import { findContentById } from './repository.ts'
import { contentNotFoundError } from './require-own-content.ts'
import { findTeaserPart, selectTeaserParts, type TeaserPartRow } from './teaser-repository.ts'

/** What everyone may see of an item; null when there is nothing. */
export async function loadTeaser({ db }: Pick<Ports, 'db'>, contentId: number): Promise<Teaser | null> {
  const parts = await selectTeaserParts(db, contentId)
  const text = parts.find(({ kind }) => kind === 'text')?.text || null
  const audio = parts.find(({ kind }) => kind === 'audio')
  if (!text && !audio) return null
  return {
    text,
    audio: audio ? { url: partUrl(audio), seconds: Math.round((audio.durationMs ?? 0) / 1_000) } : null,
  }
}

/** The bytes of a part, while the item is for sale. Its key is new for each version, so it may be cached for good. */
export async function getTeaserBytes(
  { db, fileStore }: Ports,
  { contentId, partId }: { contentId: number; partId: number },
): Promise<FileResponse> {
  const row = await findContentById(db, contentId)
  const part = await findTeaserPart(db, { contentId, id: partId })
  if (!row || !part?.key || !isForSale(row.content, row.creator)) throw contentNotFoundError()
  const { key } = part
  return {
    name: `preview.${part.mimeType === 'audio/wav' ? 'wav' : 'mp3'}`,
    type: part.mimeType,
    size: part.sizeBytes,
    etag: key.replace('/', '-'),
    disposition: 'inline',
    cache: 'immutable',
    async open(range) {
      const bytes = await fileStore.open(key, range)
      if (!bytes) throw contentNotFoundError()
      return bytes
    },
  }
}

function partUrl({ contentId, id }: TeaserPartRow): string {
  return buildUrl(getTeaserPart, { params: { id: contentId, partId: id } })
}
