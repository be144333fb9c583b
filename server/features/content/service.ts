import type { z } from 'zod'
import type { getPreviewImage, OwnContent, PublicContent } from '../../../contract/content.ts'
import { limits } from '../../../contract/limits.ts'
import { isForSale } from '../../../domain/access.ts'
import type { Viewer } from '../../http/call.ts'
import { type Download, inMemory } from '../../http/download.ts'
import type { Ports } from '../../ports/index.ts'
import { contentNotFound } from './own.ts'
import { presentOwn, presentPublic } from './present.ts'
import { readPreview } from './preview.ts'
import { type ContentRow, contentById, contentsOf, markDeleted, newestSupporters } from './repository.ts'

/** The item behind a tip link; throws AppError when it is not, or no longer, for sale. */
export async function contentForSale({ db }: Pick<Ports, 'db'>, id: number): Promise<ContentRow> {
  const row = await contentById(db, id)
  if (!row || !isForSale(row.content, row.creator)) throw contentNotFound()
  return row
}

export async function showContent(ports: Ports, id: number): Promise<PublicContent> {
  const row = await contentForSale(ports, id)
  const supporters = row.content.showSupporters
    ? await newestSupporters(ports.db, id, limits.supporters)
    : null
  return presentPublic(row, ports.payments.limits(row.content.currency), supporters)
}

export async function listOwnContent({ db }: Ports, viewer: Viewer): Promise<Array<OwnContent>> {
  const rows = await contentsOf(db, viewer.id)
  return rows.map(presentOwn)
}

/** Another creator's item answers as one that does not exist. */
export async function deleteContent({ db, clock }: Ports, viewer: Viewer, id: number) {
  const deleted = await markDeleted(db, { id, creatorId: viewer.id, now: clock.now() })
  if (!deleted) throw contentNotFound()
  return { deleted: true as const }
}

/**
 * The picture is public while the item is. A draft's, and that of an item taken off sale, is for those who know its
 * version, which only its creator and its buyers are told.
 */
export async function showPreview(
  { db, files }: Ports,
  id: number,
  { v: version, w: width, as: format }: z.output<typeof getPreviewImage.query>,
): Promise<Download> {
  const row = await contentById(db, id)
  const key = row?.content.previewKey
  if (!row || !key) throw contentNotFound()
  const isWanted = row.content.deletedAt === null || (row.totals?.unlocks ?? 0) > 0
  if (!isForSale(row.content, row.creator) && !(isWanted && key.endsWith(`/${version}`)))
    throw contentNotFound()
  const picture = await readPreview({ files }, key, { width, format })
  if (!picture) throw contentNotFound()
  const { bytes, type, ending } = picture
  return {
    name: `preview.${type.split('/')[1]}`,
    type,
    etag: `${key.replace('/', '-')}${ending}`,
    disposition: 'inline',
    cache: 'immutable',
    ...inMemory(bytes),
  }
}
