import { createHash } from 'node:crypto'
import type { RenderedPage } from '../ports/page-renderer.ts'
import { type EncodedBody, encodedBody } from './encoded-body.ts'
import { hasBuyerCookie, hasSessionCookie } from './request-context.ts'

type Headers = Record<string, string>

/** Who gets a cached page: everyone, or browsers without the cookie of a session or of a buyer. */
export type Viewers = 'everyone' | 'signed-out' | 'non-buyers'
export type Rendered = RenderedPage & { policy: string; viewers: Viewers }

/** A rendered page with its policy, and its compressed variants. */
export type CachedPage = Omit<Rendered, 'html'> & {
  body: EncodedBody
  /** Changes with the page. Weak, because it is the same for every encoding. */
  etag: string
  /** The headers of its first response, except length and encoding. */
  headers?: Headers
}

/** How long a page is cached; its counters may be that old. A change of what it shows evicts it at once. */
const ttlMs = 1_000

export type PageCache = {
  /** The page of an address: cached, from a render in progress, or rendered now. */
  get(address: string, render: () => Promise<Rendered>): Promise<CachedPage>
  /** The cached page of an address, unless it has expired. */
  getFresh(address: string): CachedPage | undefined
  /** How many pages are in memory. */
  size(): number
  /** Evicts the pages with a tag. */
  invalidate(tag: string): void
  clear(): void
}

type Entry = { expiresAt: number; page: Promise<CachedPage>; ready?: CachedPage }

/**
 * Caches pages that are the same for many viewers: rendered and compressed once a second. Beyond `maxEntries` the
 * oldest page is evicted. A tip page takes 260 KB, and 360 once an owner has opened it, so expired pages are
 * removed when the next page is rendered.
 */
export function createPageCache({
  now = () => performance.now(),
  maxEntries = 1_000,
}: {
  now?: () => number
  maxEntries?: number
} = {}): PageCache {
  const entries = new Map<string, Entry>()

  /** Entries are in the order in which they expire. */
  function removeExpired(): void {
    for (const [address, { expiresAt }] of entries) {
      if (expiresAt > now()) return
      entries.delete(address)
    }
  }

  return {
    get(address, render) {
      const cached = entries.get(address)
      if (cached && cached.expiresAt > now()) return cached.page
      removeExpired()
      const page = render().then(toCachedPage)
      const entry: Entry = { expiresAt: now() + ttlMs, page }
      entries.delete(address)
      entries.set(address, entry)
      page.then(
        (ready) => {
          entry.ready = ready
        },
        () => entries.get(address) === entry && entries.delete(address),
      )
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value ?? '')
      return page
    },
    getFresh(address) {
      const entry = entries.get(address)
      return entry && entry.expiresAt > now() ? entry.ready : undefined
    },
    invalidate(tag) {
      for (const [address, { ready }] of entries) {
        // A render in progress may have read what was true before the change, and its tags are not known yet.
        if (!ready || ready.tags?.includes(tag)) entries.delete(address)
      }
    },
    size: () => entries.size,
    clear: () => entries.clear(),
  }
}

/**
 * Only compressed pages have inline styles. A client that accepts no compression is a program rather than a browser, and
 * would get several times the page's size.
 */
function toCachedPage({ html, ...page }: Rendered): CachedPage {
  const { inlineStyle } = page
  const uncompressed = inlineStyle ? html.replace(inlineStyle.element, () => inlineStyle.link) : html
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  return { ...page, etag, body: encodedBody(html, { uncompressed }) }
}

/** Whether a browser with these cookies gets the cached page. */
export function isSharedWith(viewers: Viewers, cookie: string | undefined): boolean {
  if (cookie === undefined || viewers === 'everyone') return true
  return viewers === 'signed-out' ? !hasSessionCookie(cookie) : !hasBuyerCookie(cookie)
}
