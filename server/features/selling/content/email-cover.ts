import { getPreviewImage } from '../../../../contract/content.ts'
import type { ImageWidth } from '../../../../contract/image-variants.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { getPondPicture } from '../../../../contract/sharing.ts'
import { mayBeShown } from '../../../../domain/access.ts'
import type { Config } from '../../../config.ts'
import type { EmailImage } from '../../telling/email/email.ts'
import { pondPictureVersion } from './present.ts'
import type { ContentRow } from './repository.ts'
import { stateOf } from './shown.ts'

/** The cover in a format that every email client shows, while anyone may see it: the preview image, or the pond. */
export function emailCover(config: Config, row: ContentRow): EmailImage | undefined {
  return coverOf(config, row, { width: '1280', pond: 'cover' })
}

/** The same for a row of a list. */
export function emailThumbnail(config: Config, row: ContentRow): EmailImage | undefined {
  return coverOf(config, row, { width: '160', pond: 'thumb' })
}

function coverOf(
  { publicUrl }: Config,
  row: ContentRow,
  { width, pond }: { width: ImageWidth; pond: 'cover' | 'thumb' },
): EmailImage | undefined {
  if (!mayBeShown(stateOf(row), 'none')) return undefined
  const { content } = row
  const path = content.previewImageKey
    ? buildUrl(getPreviewImage, {
        params: { id: content.id },
        query: { v: content.previewImageKey.split('/').at(-1), w: width, as: 'jpeg' },
      })
    : buildUrl(getPondPicture, {
        params: { id: content.id },
        query: { v: pondPictureVersion(row), ...(pond === 'thumb' && { as: pond }) },
      })
  return { url: `${publicUrl}${path}`, alt: content.title }
}
