import type { CreatorPageSort } from '../../../contract/content-enums.ts'
import type { CreatorPage } from '../../../contract/creators.ts'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Ports } from '../../ports/index.ts'
import { photoUrl } from '../accounts/present.ts'
import { presentBranding } from '../content/branding.ts'
import { presentCard } from '../content/present.ts'
import { type ContentRow, countPublished, selectOtherPublished } from '../content/repository.ts'
import { requirePurchasableContent } from '../content/service.ts'
import { creatorName } from './creator-name.ts'
import { type CreatorRow, findCreatorByHandle } from './repository.ts'
import { creatorShareImageUrl } from './share-image.ts'

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
  const itemCount = await countPublished(ports.db, creator.id)
  return {
    handle: creator.handle ?? handle,
    name: creatorName(creator),
    photoUrl: photoUrl(creator),
    bio: creator.bio,
    links: creator.links,
    joinedAt: creator.createdAt.toISOString(),
    itemCount,
    items: rows.map((row) => presentCreatorCard(ports, row)),
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

function presentCreatorCard({ paymentProvider }: Ports, row: ContentRow) {
  return presentCard(row, paymentProvider.chargeLimits(row.content.currency))
}
