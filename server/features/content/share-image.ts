import { toShownName } from '../../../contract/names.ts'
import { toSingleLine } from '../../../contract/text.ts'
import { formatMoney, minimumCharge } from '../../../domain/price.ts'
import type { FileResponse } from '../../http/file-response.ts'
import type { ShareCard } from '../../ports/document-renderer.ts'
import type { Ports } from '../../ports/index.ts'
import { shareImageVersion } from './present.ts'
import { readVariant } from './preview-image.ts'
import type { ContentRow } from './repository.ts'
import { requirePurchasableContent } from './service.ts'
import { tagsOf } from './shown.ts'
import { storedImage } from './stored-image.ts'

/** The image of a shared link: rendered once for each version of its content, then stored. */
export async function getShareImage(ports: Ports, id: number): Promise<FileResponse> {
  const row = await requirePurchasableContent(ports, id)
  const version = shareImageVersion(row, ports.paymentProvider.chargeLimits(row.content.currency))
  const key = `cards/${id}-${version}`
  return storedImage(ports, {
    key,
    version,
    tags: tagsOf(row),
    render: async () =>
      ports.documents.shareCardPng(await toShareImageData(ports, row), { owner: row.content.creatorId }),
  })
}

async function toShareImageData(ports: Ports, { content, creator }: ContentRow): Promise<ShareCard> {
  const minimumPrice = formatMoney(
    minimumCharge(content, ports.paymentProvider.chargeLimits(content.currency)),
    content.currency,
  )
  const preview = content.previewImageKey ? await readVariant(ports, content.previewImageKey) : undefined
  return {
    title: toSingleLine(content.title),
    creator: toShownName(creator.firstName) ?? '',
    price: content.pricingModel === 'fixed' ? minimumPrice : `From ${minimumPrice}`,
    itemImage: preview && {
      bytes: preview.bytes,
      focus: { x: content.previewFocusX, y: content.previewFocusY },
    },
  }
}
