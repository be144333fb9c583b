import { Readable } from 'node:stream'
import sharp from 'sharp'
import { shareCardSize } from '../../../contract/pictures.ts'
import { spoken, trueMinimum } from '../../../domain/price.ts'
import { type Download, inMemory } from '../../http/download.ts'
import type { Ports } from '../../ports/index.ts'
import { cardFonts, drawable } from './card-fonts.ts'
import { type CardFacts, cardLayout, pictureSize } from './card-layout.ts'
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
  // Large, and needed for nothing else: it is read with the first card.
  const { default: satori } = await import('satori')
  const node = cardLayout(await factsOf(ports, row))
  const fonts = await cardFonts()
  // Its types ask for React's elements; it draws any object of their shape.
  const svg = await satori(node as unknown as Parameters<typeof satori>[0], { ...shareCardSize, fonts })
  const png = await sharp(Buffer.from(svg)).png({ palette: true, quality: 90 }).toBuffer()
  // Another process may have kept it first: the picture is the same.
  await ports.files
    .put(key, Readable.from([png]), { maxBytes })
    .catch((fault: unknown) => ports.log.warn({ err: fault, key }, 'a share card was not kept'))
  return png
}

async function factsOf(ports: Ports, row: ContentRow): Promise<CardFacts> {
  const { content, creator } = row
  const least = spoken(trueMinimum(content, ports.payments.limits(content.currency)), content.currency)
  const preview = content.previewKey ? (await readPreview(ports, content.previewKey))?.bytes : undefined
  const picture =
    preview &&
    (await sharp(preview)
      .resize({ ...pictureSize, fit: 'cover' })
      .jpeg({ quality: 85 })
      .toBuffer())
  return {
    title: drawable(content.title) || 'Something for you',
    creator: drawable(creator.firstName ?? ''),
    price: content.pricingModel === 'fixed' ? least : `From ${least}`,
    picture: picture && `data:image/jpeg;base64,${picture.toString('base64')}`,
  }
}

async function read({ files }: Ports, key: string): Promise<Buffer | undefined> {
  const stream = await files.open(key)
  if (!stream) return undefined
  const chunks: Array<Buffer> = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
