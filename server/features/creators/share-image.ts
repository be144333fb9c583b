import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { getCreatorShareCard } from '../../../contract/creators.ts'
import { buildUrl } from '../../../contract/route.ts'
import type { FileResponse } from '../../http/file-response.ts'
import type { Ports } from '../../ports/index.ts'
import { creatorTag } from '../accounts/shown-person.ts'
import { countPublished } from '../content/repository.ts'
import { storedImage } from '../content/stored-image.ts'
import { creatorName } from './creator-name.ts'
import type { CreatorRow } from './repository.ts'

/** The URL of the image of a shared creator page. It changes with everything that the image shows. */
export function creatorShareImageUrl(creator: CreatorRow, itemCount: number): string {
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
