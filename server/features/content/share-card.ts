import { Readable } from 'node:stream'
import { spoken, trueMinimum } from '../../../domain/price.ts'
import { type Download, inMemory } from '../../http/download.ts'
import type { ShareCard } from '../../ports/document-renderer.ts'
import type { Ports } from '../../ports/index.ts'
import { cardVersion } from './present.ts'
import { readPreview } from './preview.ts'
import type { ContentRow } from './repository.ts'
import { contentForSale } from './service.ts'

/** Bytes: a card is some tens of thousands. */
const maxBytes = 5 * 1024 ** 2
const drawing = new Map<string, Promise<Buffer>>()

/** The picture of a shared link: drawn once for each version of what it says, then kept. */
export async function showShareCard(ports: Ports, id: number): Promise<Download> {
  const row = await contentForSale(ports, id)
  const version = cardVersion(row, ports.payments.limits(row.content.currency))
  const key = `cards/${id}-${version}`
  const bytes = (await read(ports, key)) ?? (await drawOnce(ports, row, key))
  return {
    name: 'card.png',
    type: 'image/png',
    etag: version,
    disposition: 'inline',
    cache: 'immutable',
    embeds: true,
    ...inMemory(bytes),
  }
}

/** Everybody who asks meanwhile waits for the same drawing. */
function drawOnce(ports: Ports, row: ContentRow, key: string): Promise<Buffer> {
  const running = drawing.get(key) ?? draw(ports, row, key).finally(() => drawing.delete(key))
  drawing.set(key, running)
  return running
}

async function draw(ports: Ports, row: ContentRow, key: string): Promise<Buffer> {
  const png = await ports.documents.shareCardPng(await factsOf(ports, row))
  // Another process may have kept it first: the picture is the same.
  await ports.files
    .put(key, Readable.from([png]), { maxBytes })
    .catch((fault: unknown) => ports.log.warn({ err: fault, key }, 'a share card was not kept'))
  return png
}

async function factsOf(ports: Ports, { content, creator }: ContentRow): Promise<ShareCard> {
  const least = spoken(trueMinimum(content, ports.payments.limits(content.currency)), content.currency)
  const preview = content.previewKey ? await readPreview(ports, content.previewKey) : undefined
  return {
    title: content.title,
    creator: creator.firstName ?? '',
    price: content.pricingModel === 'fixed' ? least : `From ${least}`,
    picture: preview?.bytes,
  }
}

async function read({ files }: Ports, key: string): Promise<Buffer | undefined> {
  const stream = await files.open(key)
  if (!stream) return undefined
  const chunks: Array<Buffer> = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
