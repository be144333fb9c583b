import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import type { OwnPage, PageTemplate, RenderedPage } from '../ports/page-renderer.ts'
import { acceptsGzip, type Encoded } from './encoded-body.ts'

type InlineStyle = RenderedPage['inlineStyle']

/**
 * The body of a buyer's page. Compressed together, the secret link of a purchase and a text of the request would reveal
 * the link by the response's length. So a page with texts of its URL isn't compressed. Of other pages, only what all
 * buyers get is compressed, once, and the texts of the purchase are put between its parts as they are.
 */
export async function encodeOwnPage(
  page: OwnPage,
  accepted: string | undefined,
  inlineStyle: InlineStyle,
): Promise<Encoded> {
  if ('html' in page) return { bytes: Buffer.from(page.html) }
  const { template } = page
  const texts = page.texts.map((text) => Buffer.from(text))
  const filled = template.textIndexes.map((index) => texts[index] ?? noBytes)
  if (!acceptsGzip(accepted)) return { bytes: joinPlain(plainParts(template, inlineStyle), filled) }
  return { bytes: joinGzip(await compressedParts(template), filled), encoding: 'gzip' }
}

const noBytes = Buffer.alloc(0)

const plain = new WeakMap<PageTemplate, Array<Buffer>>()

/** Like cached pages, uncompressed ones have a link to their styles. */
function plainParts(template: PageTemplate, inlineStyle: InlineStyle): Array<Buffer> {
  const encode = (part: string) =>
    Buffer.from(inlineStyle ? part.replace(inlineStyle.element, () => inlineStyle.link) : part)
  const parts = plain.get(template) ?? template.parts.map(encode)
  plain.set(template, parts)
  return parts
}

function joinPlain(parts: Array<Buffer>, texts: Array<Buffer>): Buffer {
  return Buffer.concat(parts.flatMap((part, n) => [part, texts[n] ?? noBytes]))
}

/**
 * A part of a page as DEFLATE blocks (RFC 1951) that end at a byte. A checksum needs the bytes of all parts but the first,
 * which is the longest.
 */
type CompressedPart = { blocks: Buffer; length: number; crc: number; bytes?: Buffer }

const compressed = new WeakMap<PageTemplate, Promise<Array<CompressedPart>>>()

function compressedParts(template: PageTemplate): Promise<Array<CompressedPart>> {
  const parts = compressed.get(template) ?? Promise.all(template.parts.map(compressPart))
  compressed.set(template, parts)
  return parts
}

async function compressPart(text: string, index: number): Promise<CompressedPart> {
  const bytes = Buffer.from(text)
  const blocks = await promisify(deflateRaw)(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
  return { blocks, length: bytes.length, crc: crc32(bytes), ...(index > 0 && { bytes }) }
}

/** A gzip file (RFC 1952): its head, blocks, an empty last block, then checksum and length. */
function joinGzip(parts: Array<CompressedPart>, texts: Array<Buffer>): Buffer {
  const pieces: Array<Buffer> = [gzipHead]
  let crc = 0
  let length = 0
  for (const [n, part] of parts.entries()) {
    const text = texts[n] ?? noBytes
    pieces.push(part.blocks, ...storedBlocks(text))
    crc = crc32(text, part.bytes ? crc32(part.bytes, crc) : part.crc)
    length += part.length + text.length
  }
  const end = Buffer.allocUnsafe(10)
  end.writeUInt16LE(emptyLastBlock, 0)
  end.writeUInt32LE(crc, 2)
  end.writeUInt32LE(length, 6)
  return Buffer.concat([...pieces, end])
}

/** DEFLATE, no time, unknown system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const emptyLastBlock = 0x0003
const maxStoredBytes = 0xffff

/** Blocks with uncompressed bytes. */
function storedBlocks(bytes: Buffer): Array<Buffer> {
  const blocks: Array<Buffer> = []
  for (let start = 0; start < bytes.length; start += maxStoredBytes) {
    const stored = bytes.subarray(start, start + maxStoredBytes)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(stored.length, 1)
    head.writeUInt16LE(~stored.length & 0xffff, 3)
    blocks.push(head, stored)
  }
  return blocks
}
