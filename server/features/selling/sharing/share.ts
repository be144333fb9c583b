import { shareImageSize } from '../../../../contract/image-variants.ts'
import { toShownName } from '../../../../contract/names.ts'
import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { AppError } from '../../../../domain/errors.ts'
import { type PondOptions, pond } from '../../../../domain/pond.ts'
import { formatPrice, minimumCharge } from '../../../../domain/price.ts'
import { contentEtag, type FileResponse, fromBuffer } from '../../../http/file-response.ts'
import { readItemName } from '../../../http/item-addresses.ts'
import type { ShareCard } from '../../../ports/document-renderer.ts'
import type { Ports } from '../../../ports/index.ts'
import { findItemByAddress } from '../content/find-address.ts'
import {
  addressOf,
  isSoldOut,
  pondOf,
  pondPictureVersion,
  shareImageVersion,
  summaryOf,
} from '../content/present.ts'
import { readVariant, storedImage, storedOrRendered } from '../content/preview-image.ts'
import type { ContentRow } from '../content/repository.ts'
import { getContent, requirePurchasableContent } from '../content/service.ts'
import { tagsOf } from '../content/shown.ts'

/** Computed from its address alone, so whoever has it may keep it for good. */
export function getPondImage(options: PondOptions): FileResponse {
  const bytes = Buffer.from(pond(options))
  return {
    name: 'cover.svg',
    type: 'image/svg+xml',
    etag: contentEtag(bytes),
    disposition: 'inline',
    cache: 'immutable',
    isEmbeddable: true,
    ...fromBuffer(bytes),
  }
}

/** The pond of an item in a format that every mail program shows. Items alike share the stored picture. */
export async function getPondPicture(
  ports: Ports,
  id: number,
  detail: 'cover' | 'thumb',
): Promise<FileResponse> {
  const row = await requirePurchasableContent(ports, id)
  const drawn = pondOf(row)
  const bytes = await storedOrRendered(ports, {
    key: `cards/${pondPictureVersion(row)}-${detail}`,
    render: () => ports.documents.pondJpeg({ ...drawn, detail }, { owner: row.content.creatorId }),
  })
  return {
    name: 'cover.jpg',
    type: 'image/jpeg',
    etag: contentEtag(bytes),
    disposition: 'inline',
    cache: 'minute',
    tags: tagsOf(row),
    isEmbeddable: true,
    ...fromBuffer(bytes),
  }
}

export async function getQrCode(ports: Ports, id: number): Promise<FileResponse> {
  const row = await requirePurchasableContent(ports, id)
  const url = ports.config.publicUrl + addressOf(row)
  const bytes = await ports.documents.qrCodeSvg(url, { owner: row.content.creatorId })
  return {
    name: 'qr.svg',
    type: 'image/svg+xml',
    etag: contentEtag(Buffer.from(url)),
    disposition: 'inline',
    cache: 'minute',
    tags: tagsOf(row),
    ...fromBuffer(bytes),
  }
}

/** The time that another site may cache the oEmbed response. */
const oembedCacheSeconds = 3_600

/** The oEmbed response of a tip link. Throws AppError for any other URL or format. */
export async function getOembed(ports: Ports, { url, format }: { url: string; format?: string | undefined }) {
  if (format !== undefined && format !== 'json')
    throw new AppError('unsupported_media_type', 'This call only supports JSON.')
  const { publicUrl } = ports.config
  const isOurs = URL.canParse(url) && new URL(url).origin === new URL(publicUrl).origin
  const id = isOurs ? await contentIdOf(ports, new URL(url).pathname) : undefined
  if (id === undefined) throw new AppError('not_found', 'There’s no tip page at this address.')
  const content = await getContent(ports, id)
  return {
    version: '1.0' as const,
    type: 'link' as const,
    title: content.title,
    ...(content.user.firstName && { author_name: content.user.firstName }),
    provider_name: site().name,
    provider_url: publicUrl,
    cache_age: oembedCacheSeconds,
    thumbnail_url: `${publicUrl}${content.shareImageUrl}`,
    thumbnail_width: shareImageSize.width,
    thumbnail_height: shareImageSize.height,
  }
}

async function contentIdOf({ db }: Ports, path: string): Promise<number | undefined> {
  const id = /^\/(?:p|tip)\/(\d{1,15})\/?$/.exec(path)?.[1]
  if (id !== undefined) return Number(id)
  const name = readItemName(path)
  return name && (await findItemByAddress(db, name))?.id
}

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

async function toShareImageData(ports: Ports, row: ContentRow): Promise<ShareCard> {
  const { content, creator } = row
  const minimumPrice = formatPrice(
    minimumCharge(content, ports.paymentProvider.chargeLimits(content.currency)),
    content.currency,
  )
  const preview = content.previewImageKey ? await readVariant(ports, content.previewImageKey) : undefined
  return {
    title: toSingleLine(content.title),
    creator: toShownName(creator.firstName) ?? '',
    price: isSoldOut(row)
      ? 'Sold out'
      : content.pricingModel === 'pay_what_you_want'
        ? `From ${minimumPrice}`
        : minimumPrice,
    summary: summaryOf(row),
    itemImage: preview?.bytes,
    pond: pondOf(row),
  }
}
