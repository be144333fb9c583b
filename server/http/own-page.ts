import type { OwnPage, PageTemplate, RenderedPage } from '../ports/page-renderer.ts'
import { acceptsGzip, type Encoded } from './encoded-body.ts'
import {
  compressParts,
  type GzipPart,
  type GzipStart,
  joinGzip,
  startGzip,
  storedPart,
} from './gzip-parts.ts'

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
  const filled = template.textIndexes.map((index) => texts[index ?? -1] ?? noBytes)
  if (!acceptsGzip(accepted)) return { bytes: joinPlain(plainParts(template, inlineStyle), filled) }
  const { start, parts } = await compressTemplate(template, inlineStyle)
  return { bytes: joinGzip(start, interleave(filled.map(storedPart), parts)), encoding: 'gzip' }
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

/** The page up to the first text, and the parts after it. */
type CompressedTemplate = { start: GzipStart; parts: Array<GzipPart> }

const compressed = new WeakMap<PageTemplate, Promise<CompressedTemplate>>()

function compressTemplate(template: PageTemplate, inlineStyle: InlineStyle): Promise<CompressedTemplate> {
  const result = compressed.get(template) ?? compress(template, inlineStyle?.element)
  compressed.set(template, result)
  return result
}

async function compress(
  { parts: [first = '', ...others] }: PageTemplate,
  style: string | undefined,
): Promise<CompressedTemplate> {
  const [beforeStyle = '', ...afterStyle] = style ? first.split(style) : [first]
  const [before, after, ...parts] = await compressParts([beforeStyle, afterStyle.join(style), ...others])
  if (!before || !after) throw new Error('Each part is compressed')
  const stylePart = style && afterStyle.length > 0 ? [await compressStyle(style)] : []
  return { start: startGzip([before, ...stylePart, after]), parts }
}

/** All pages of a route have the same styles, which are most of their length. So there are only a few. */
const styles = new Map<string, GzipPart>()

async function compressStyle(style: string): Promise<GzipPart> {
  const known = styles.get(style)
  if (known) return known
  const [part] = await compressParts([style])
  if (!part) throw new Error('Each part is compressed')
  styles.set(style, part)
  return part
}

/** Each text before its part. */
function interleave(texts: Array<GzipPart>, parts: Array<GzipPart>): Array<GzipPart> {
  return texts.flatMap((text, n) => [text, ...parts.slice(n, n + 1)]).concat(parts.slice(texts.length))
}
