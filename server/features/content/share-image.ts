import { Readable } from 'node:stream'
import { formatMoney, minimumCharge } from '../../../domain/price.ts'
import { type FileResponse, fromBuffer } from '../../http/file-response.ts'
import type { ShareCard } from '../../ports/document-renderer.ts'
import type { Ports } from '../../ports/index.ts'
import { shareImageVersion } from './present.ts'
import { readVariant } from './preview-image.ts'
import type { ContentRow } from './repository.ts'
import { requirePurchasableContent } from './service.ts'

/** A share image has some tens of kilobytes. */
const maxImageBytes = 5 * 1024 ** 2
const inFlight = new Map<string, Promise<Buffer>>()

/** The image of a shared link: rendered once for each version of its content, then stored. */
export async function getShareImage(ports: Ports, id: number): Promise<FileResponse> {
  const row = await requirePurchasableContent(ports, id)
  const version = shareImageVersion(row, ports.paymentProvider.chargeLimits(row.content.currency))
  const key = `cards/${id}-${version}`
  const bytes = (await readStored(ports, key)) ?? (await renderOnce(ports, row, key))
  return {
    name: 'card.png',
    type: 'image/png',
    etag: version,
    disposition: 'inline',
    cache: 'immutable',
    isEmbeddable: true,
    ...fromBuffer(bytes),
  }
}

/** Concurrent requests share one rendering. */
function renderOnce(ports: Ports, row: ContentRow, key: string): Promise<Buffer> {
  const running = inFlight.get(key) ?? renderShareImage(ports, row, key).finally(() => inFlight.delete(key))
  inFlight.set(key, running)
  return running
}

async function renderShareImage(ports: Ports, row: ContentRow, key: string): Promise<Buffer> {
  const png = await ports.documents.shareCardPng(await toShareImageData(ports, row))
  // Another process may have stored the same image first.
  await ports.fileStore
    .put(key, Readable.from([png]), { maxBytes: maxImageBytes })
    .catch((error: unknown) => ports.log.warn({ err: error, key }, 'share image could not be stored'))
  return png
}

async function toShareImageData(ports: Ports, { content, creator }: ContentRow): Promise<ShareCard> {
  const minimumPrice = formatMoney(
    minimumCharge(content, ports.paymentProvider.chargeLimits(content.currency)),
    content.currency,
  )
  const preview = content.previewImageKey ? await readVariant(ports, content.previewImageKey) : undefined
  return {
    id: content.id,
    title: content.title,
    creator: creator.firstName ?? '',
    price: content.pricingModel === 'fixed' ? minimumPrice : `From ${minimumPrice}`,
    itemImage: preview && {
      bytes: preview.bytes,
      focus: { x: content.previewFocusX, y: content.previewFocusY },
    },
  }
}

async function readStored({ fileStore }: Ports, key: string): Promise<Buffer | undefined> {
  const stream = await fileStore.open(key)
  if (!stream) return undefined
  const chunks: Array<Buffer> = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
