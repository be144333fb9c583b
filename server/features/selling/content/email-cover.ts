import { getPreviewImage } from '../../../../contract/content.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { mayBeShown } from '../../../../domain/access.ts'
import type { Config } from '../../../config.ts'
import type { EmailImage } from '../../telling/email/email.ts'
import type { ContentRow } from './repository.ts'
import { stateOf } from './shown.ts'

/** The preview image in a format that every email client shows, while anyone may see it. */
export function emailCover({ publicUrl }: Config, row: ContentRow): EmailImage | undefined {
  const { content } = row
  if (!content.previewImageKey || !mayBeShown(stateOf(row), 'none')) return undefined
  const path = buildUrl(getPreviewImage, {
    params: { id: content.id },
    query: { v: content.previewImageKey.split('/').at(-1), w: '1280', as: 'jpeg' },
  })
  return { url: `${publicUrl}${path}`, alt: content.title }
}
