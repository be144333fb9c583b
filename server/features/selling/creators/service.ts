import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { CreatorPageSort } from '../../../../contract/content.ts'
import { type CreatorPage, getCreatorShareCard } from '../../../../contract/creators.ts'
import { limits } from '../../../../contract/limits.ts'
import { toShownName } from '../../../../contract/names.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { FileResponse } from '../../../http/file-response.ts'
import type { Ports } from '../../../ports/index.ts'
import { photoUrl } from '../../people/accounts/present.ts'
import { creatorTag } from '../../people/accounts/shown-person.ts'
import { momentOf, presentBranding, presentCard } from '../content/present.ts'
import { storedImage } from '../content/preview-image.ts'
import { type ContentRow, countPublished, selectOtherPublished } from '../content/repository.ts'
import { requirePurchasableContent } from '../content/service.ts'
import { loadSamples } from '../content/teaser.ts'
import { type CreatorRow, findCreatorByHandle } from './repository.ts'

/** The creator behind a handle; throws AppError when there is none. */
export async function requireCreator({ db }: Pick<Ports, 'db'>, handle: string): Promise<CreatorRow> {
  const creator = await findCreatorByHandle(db, handle.toLowerCase())
  if (!creator?.handle) throw new AppError('not_found', 'This creator doesn’t exist.')
  return creator
}

export async function getCreator(
  ports: Ports,
  handle: string,
  { sort }: { sort: CreatorPageSort },
): Promise<CreatorPage> {
  const creator = await requireCreator(ports, handle)
  const rows = await selectOtherPublished(ports.db, {
    creatorId: creator.id,
    limit: limits.maxItemsOnCreatorPage,
    sort,
  })
  const [itemCount, samples] = await Promise.all([
    countPublished(ports.db, creator.id),
    loadSamples(ports, rows),
  ])
  return {
    handle: creator.handle ?? handle,
    name: creatorName(creator),
    photoUrl: photoUrl(creator),
    bio: creator.bio,
    links: creator.links,
    joinedAt: creator.createdAt.toISOString(),
    itemCount,
    items: rows.map((row) => ({
      ...presentCreatorCard(ports, row),
      sample: samples.get(row.content.id) ?? null,
    })),
    shareImageUrl: creatorShareImageUrl(creator, itemCount),
    brand: presentBranding({ ...creator, hideBrand: creator.hidePlatformBranding }),
  }
}

const maxMoreItems = limits.maxListed.moreItems

export async function listMoreFromCreator(ports: Ports, contentId: number) {
  const { content } = await requirePurchasableContent(ports, contentId)
  const rows = await selectOtherPublished(ports.db, {
    creatorId: content.creatorId,
    exceptId: contentId,
    limit: maxMoreItems,
  })
  return { items: rows.map((row) => presentCreatorCard(ports, row)) }
}

function presentCreatorCard(ports: Ports, row: ContentRow) {
  return presentCard(row, momentOf(ports, row))
}

/** The name on public pages and in emails; without a display name that strangers may see, the handle. */
export function creatorName({ firstName, handle }: Pick<CreatorRow, 'firstName' | 'handle'>): string {
  return toShownName(firstName) ?? `@${handle ?? ''}`
}

/** The URL of the image of a shared creator page. It changes with everything that the image shows. */
function creatorShareImageUrl(creator: CreatorRow, itemCount: number): string {
  return buildUrl(getCreatorShareCard, {
    params: { handle: creator.handle },
    query: { v: shareImageVersion(creator, itemCount) },
  })
}

/** Rendered once for each version of the creator, then stored. */
export async function getCreatorShareImage(ports: Ports, creator: CreatorRow): Promise<FileResponse> {
  const itemCount = await countPublished(ports.db, creator.id)
  const version = shareImageVersion(creator, itemCount)
  return storedImage(ports, {
    // A handle has letters that a key may not have. The version changes with it.
    key: `cards/creator-${creator.id}-${version}`,
    version,
    tags: creatorTag(creator),
    render: async () => {
      const photo = creator.photoKey ? await ports.fileStore.open(creator.photoKey) : undefined
      const card = {
        name: creatorName(creator),
        handle: creator.handle ?? '',
        itemCount,
        photo: photo && (await buffer(photo)),
      }
      return ports.documents.creatorCardPng(card, { owner: creator.id })
    },
  })
}

function shareImageVersion({ firstName, handle, photoKey }: CreatorRow, itemCount: number): string {
  return createHash('sha256')
    .update(JSON.stringify(['creator card 2', firstName, handle, photoKey, itemCount]))
    .digest('hex')
    .slice(0, 16)
}
