import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RenderedPage } from '../ports/page-renderer.ts'
import { hasBuyerCookie } from './request-context.ts'

type Headers = Record<string, number | string | Array<string> | undefined>

/** Who may get a cached page: browsers without a buyer cookie, or without any cookie. */
type Viewers = 'non-buyers' | 'anonymous'
type Rendered = RenderedPage & { policy: string; viewers: Viewers }

/** A rendered page with its policy, and its compressed variants. */
export type CachedPage = {
  status: number
  viewers: Viewers
  /** The redirect target of a page that has moved. */
  location?: string | undefined
  policy: string
  html: Buffer
  br: Buffer
  gzip: Buffer
  /** The headers of its first response, except length and encoding. */
  headers?: Headers
  rawHeadersByVariant?: Partial<Record<'br' | 'gzip' | 'plain', Array<string>>>
}

/** How long a page is cached; its counters may be that old. A change of its item evicts it at once. */
const ttlMs = 1_000
/** The maximum number of cached pages; the oldest is evicted first. About 30 KB each. */
const maxEntries = 1_000

export type PageCache = {
  /** The page of a path: cached, from a render in progress, or rendered now. */
  get(path: string, render: () => Promise<Rendered>): Promise<CachedPage>
  /** The cached page of a path, unless it has expired. */
  getFresh(path: string): CachedPage | undefined
  invalidate(path: string): void
  clear(): void
}

type Entry = { expiresAt: number; page: Promise<CachedPage>; ready?: CachedPage }

/** Caches pages that are the same for everyone: rendered and compressed once a second. */
export function createPageCache(now: () => number = Date.now): PageCache {
  const entries = new Map<string, Entry>()

  return {
    get(path, render) {
      const cached = entries.get(path)
      if (cached && cached.expiresAt > now()) return cached.page
      const page = render().then(compressVariants)
      const entry: Entry = { expiresAt: now() + ttlMs, page }
      entries.delete(path)
      entries.set(path, entry)
      page.then(
        (ready) => {
          entry.ready = ready
        },
        () => entries.get(path) === entry && entries.delete(path),
      )
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value ?? '')
      return page
    },
    getFresh(path) {
      const entry = entries.get(path)
      return entry && entry.expiresAt > now() ? entry.ready : undefined
    },
    invalidate: (path) => entries.delete(path),
    clear: () => entries.clear(),
  }
}

async function compressVariants({ status, html, policy, viewers, location }: Rendered): Promise<CachedPage> {
  const bytes = Buffer.from(html)
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, quality),
    promisify(gzip)(bytes, { level: 6 }),
  ])
  return { status, policy, viewers, location, html: bytes, br, gzip: gz }
}

/** Sends a cached page with its headers, before anything else runs; false when there is none. */
export function sendCached(cache: PageCache, request: IncomingMessage, response: ServerResponse): boolean {
  const page = request.method === 'GET' ? cache.getFresh(request.url ?? '') : undefined
  if (!page?.headers) return false
  if (!isSharedWith(page.viewers, request.headers.cookie)) return false
  const { bytes, encoding } = bestEncoding(page, request.headers['accept-encoding'])
  const variant = encoding ?? 'plain'
  const rawHeaders = page.rawHeadersByVariant?.[variant] ?? toRawHeaders(page.headers, bytes.length, encoding)
  if (!page.rawHeadersByVariant?.[variant])
    page.rawHeadersByVariant = { ...page.rawHeadersByVariant, [variant]: rawHeaders }
  response.writeHead(page.status, rawHeaders).end(bytes)
  return true
}

/** Whether a browser with these cookies sees the shared page. A buyer sees what they own instead. */
export function isSharedWith(viewers: Viewers, cookie: string | undefined): boolean {
  return viewers === 'anonymous' ? cookie === undefined : !hasBuyerCookie(cookie)
}

/** The headers as Node's raw list, built once per page and sent thousands of times. */
function toRawHeaders(headers: Headers, length: number, encoding: string | undefined): Array<string> {
  const all = { ...headers, 'content-length': length, ...(encoding && { 'content-encoding': encoding }) }
  return Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]))
}

/** The variant for the accepted encodings, and its encoding. */
export function bestEncoding(
  page: CachedPage,
  accepted: string | undefined,
): { bytes: Buffer; encoding?: 'br' | 'gzip' } {
  if (/\bbr\b/.test(accepted ?? '')) return { bytes: page.br, encoding: 'br' }
  if (/\bgzip\b/.test(accepted ?? '')) return { bytes: page.gzip, encoding: 'gzip' }
  return { bytes: page.html }
}
